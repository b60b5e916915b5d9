-- Operators' lists of members and users begin with the newest.

create index members_by_registration on members (created_at, member_no);
create index users_by_registration on users (created_at, user_id);
