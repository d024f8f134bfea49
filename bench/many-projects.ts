/** The size of the searched gallery. */
export const manyProjects = { authors: 1000, projects: 5000 }

const { authors, projects } = manyProjects

/**
 * SQL that adds a gallery to the database of the demo school, beside its own data; the same every time. The words are
 * from the demo school's lessons, with a natural distribution of frequent and rare ones: three in a name, twelve in a
 * summary, the rest in the text.
 */
export const manyProjectsFill = `
  create temp table vocabulary as
  select (row_number() over (order by used desc, word))::int as id, word from (
    select lower(word) as word, count(*) as used
    from lessons, regexp_split_to_table(regexp_replace(content, '<[^>]*>', ' ', 'g'), '[^[:alpha:]]+') as word
    where length(word) > 2 group by 1) known;

  create temp table drawn as
  select project, nth, word from (
    select project, nth, 1 + floor(size * power(abs(hashint4(project * 1000 + nth)::bigint) % 100000 / 100000.0, 2)) as id
    from (select count(*) as size from vocabulary) known, generate_series(1, ${projects}) project, generate_series(1, 95) nth
  ) picked join vocabulary using (id);

  create temp table base as select
    (select coalesce(max(id), 0) from users) as users, (select coalesce(max(id), 0) from projects) as projects;

  insert into users (name, surname, email, role)
  select (array['Анна', 'Пётр', 'Вера', 'Глеб', 'Ольга', 'Иван', 'Мария'])[1 + id % 7], initcap(word) || 'ин',
    'author' || id || '@school.example', 'student'
  from vocabulary where id <= ${authors} order by id;

  insert into projects (name, summary, tags, content, status, published_at)
  select initcap(string_agg(word, ' ' order by nth) filter (where nth <= 3)),
    string_agg(word, ' ' order by nth) filter (where nth between 4 and 15), array['тег ' || project % 60, 'тег ' || project % 7],
    '<p>' || string_agg(word, ' ' order by nth) filter (where nth > 15) || '</p>', 'published',
    now() - project * interval '3 hours'
  from drawn group by project order by project;

  insert into project_authors (project_id, user_id, position, agreed_at)
  select projects.id, base.users + 1 + (projects.id * 7 + nth) % ${authors}, nth, now()
  from base, projects, generate_series(0, 1) nth
  where projects.id > base.projects and (nth = 0 or projects.id % 3 = 0);

  insert into project_likes (project_id, user_id)
  select projects.id, base.users + 1 + (projects.id * 13 + nth * 31) % ${authors}
  from base, projects, generate_series(1, 3) nth where projects.id > base.projects
  on conflict do nothing;
`
