-- Settlements are few among the lines of statements, and are looked for in all of them: what upstreams owe shows those that are not booked.
create index upstream_lines_settlements on upstream_lines (upstream_id, file_id, line_no) where kind = 'settlement';
