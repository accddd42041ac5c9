-- Records a report, and answers with 'AGREE' or 'DISAGREE' and the size, or with 'SUPERSEDED'; last,
-- for how long the group has been remembered.
local size, in_use, sequence = tonumber(ARGV[4]), ARGV[5] == 'true', tonumber(ARGV[6])

forget_the_silent()
local known = known_incarnation()
if known and known ~= incarnation then
  return {'SUPERSEDED', 0, 0}
end
if not known then
  if is_full() then
    return redis.error_reply('SLUICE the group is full: it has ' .. most_processors .. ' processors')
  end
  if in_use then
    local presumed = tonumber(redis.call('HGET', pool, 'presumed') or 0)
    redis.call('HSET', pool, 'presumed', math.max(presumed, size), 'presumed_until', now + ttl)
  else
    mark_as_newcomer()
  end
  record(size, sequence)
elseif sequence > tonumber(redis.call('HGET', pool, 'sequence:' .. processor)) then
  record(size, sequence)
else
  still_live() -- a later report has overtaken this one
end

local agreed = target()
local smallest = redis.call('ZRANGE', sizes, 0, 0, 'WITHSCORES')[2]
local largest = redis.call('ZRANGE', sizes, -1, -1, 'WITHSCORES')[2]
local live = redis.call('ZCARD', deadlines)
if live == agreed and tonumber(smallest) == agreed and tonumber(largest) == agreed then
  return {'AGREE', agreed, now - redis.call('HGET', pool, 'since')}
end
return {'DISAGREE', agreed, 0}
