-- Adds a processor that uses no size yet. Answers with the size to report, and with the level that
-- was kept for it, or an empty string.
forget_the_silent()
if is_full() then
  return redis.error_reply('SLUICE the group is full: it has ' .. most_processors .. ' processors')
end
record(0, 0)
mark_as_newcomer()
local kept = redis.call('GET', level)
redis.call('DEL', level)
return {target(), kept or ''}
