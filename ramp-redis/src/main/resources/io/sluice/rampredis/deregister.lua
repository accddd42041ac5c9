-- Removes a processor unless a newer one has taken its name, and keeps its level for a while.
local left_at = ARGV[4]

local known = known_incarnation()
if known and known ~= incarnation then
  return 0
end
if known and not forget(processor) then
  -- One of those that were presumed, if any were.
  if tonumber(redis.call('HGET', pool, 'presumed') or 0) > 0 then
    redis.call('HINCRBY', pool, 'presumed', -1)
  end
end
if left_at ~= '' then
  redis.call('SET', level, left_at, 'PX', ttl)
end
return 1
