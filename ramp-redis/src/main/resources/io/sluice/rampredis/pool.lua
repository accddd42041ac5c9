-- What the three operations share. Time is this server's, in milliseconds.
-- deadlines: processor -> until when it counts as live without another report
-- sizes:     processor -> the pool size it reported last, 0 if none
-- pool:      incarnation and sequence of each processor, and which of them are newcomers; since when
--            the group is remembered, how many are presumed to have been there then, until when
-- level:     what this processor left behind when it was shut down
local deadlines, sizes, pool, level = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local processor, incarnation, ttl = ARGV[1], ARGV[2], tonumber(ARGV[3])

local most_processors = 10000
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

-- Answers whether it was a newcomer.
local function forget(name)
  redis.call('ZREM', deadlines, name)
  redis.call('ZREM', sizes, name)
  redis.call('HDEL', pool, 'incarnation:' .. name, 'sequence:' .. name)
  local was_new = redis.call('HDEL', pool, 'newcomer:' .. name) == 1
  if was_new then
    redis.call('HINCRBY', pool, 'newcomers', -1)
  end
  return was_new
end

local function forget_the_silent()
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', deadlines, '-inf', '(' .. now)) do
    forget(name)
  end
  if redis.call('ZCARD', deadlines) == 0 then
    -- All at once is more likely to be this server's own absence: the next to return is the first.
    redis.call('DEL', pool, sizes)
  end
end

local function known_incarnation()
  return redis.call('HGET', pool, 'incarnation:' .. processor)
end

local function is_full()
  return redis.call('ZCARD', deadlines) >= most_processors and not known_incarnation()
end

local function still_live()
  redis.call('ZADD', deadlines, now + ttl, processor)
  for _, key in ipairs({deadlines, sizes, pool}) do
    if redis.call('PTTL', key) < 2 * ttl then -- another processor may have a longer ttl
      redis.call('PEXPIRE', key, 2 * ttl)
    end
  end
end

local function mark_as_newcomer()
  redis.call('HINCRBY', pool, 'newcomers',
      redis.call('HSETNX', pool, 'newcomer:' .. processor, 1))
end

local function record(size, sequence)
  redis.call('ZADD', sizes, size, processor)
  redis.call('HSET', pool, 'incarnation:' .. processor, incarnation,
      'sequence:' .. processor, sequence)
  redis.call('HSETNX', pool, 'since', now)
  still_live()
end

-- The number of live processors, or more while some may not be back after this server lost its
-- memory. A new processor cannot be one of those; once all are back, none is presumed.
local function target()
  local live = redis.call('ZCARD', deadlines)
  local memory = redis.call('HMGET', pool, 'presumed', 'presumed_until', 'newcomers')
  local presumed, newcomers = tonumber(memory[1] or 0), tonumber(memory[3] or 0)
  if presumed == 0 then
    return live
  end
  if live - newcomers >= presumed or now > tonumber(memory[2]) then
    redis.call('HSET', pool, 'presumed', 0)
    return live
  end
  return presumed + newcomers
end

