/** The size of the school in which the queue is measured. */
export const manyTasks = { courses: 20, lessons: 10, students: 1000, tasks: 50_000 }

const { courses, lessons, students, tasks } = manyTasks
const perLesson = tasks / (courses * lessons)

/**
 * SQL that adds a school to a database, beside its own data; the demo teacher has two of its courses. The same every
 * time: ids continue those of the demo school.
 */
export const manyTasksFill = `
  create temp table base as select
    (select coalesce(max(id), 0) from users) as users, (select coalesce(max(id), 0) from courses) as courses,
    (select coalesce(max(id), 0) from lessons) as lessons, (select coalesce(max(id), 0) from assignments) as assignments,
    (select coalesce(max(id), 0) from tasks) as tasks, (select coalesce(max(id), 0) from attempts) as attempts;

  insert into users (name, surname, email, role)
  select (array['Анна', 'Пётр', 'Вера', 'Глеб', 'Ольга', 'Иван', 'Мария'])[1 + n % 7], 'Ученик' || n,
    'many' || n || '@school.example', 'student'
  from generate_series(1, ${students}) n order by n;

  insert into courses (name, status) select 'Курс ' || n, 'published' from generate_series(1, ${courses}) n order by n;

  insert into course_teachers (course_id, user_id)
  select base.courses + n, users.id from base, generate_series(1, 2) n, users where users.email = 'teacher@demo.example';

  insert into course_students (course_id, user_id)
  select base.courses + course, base.users + 1 + (course * 50 + n) % ${students}
  from base, generate_series(1, ${courses}) course, generate_series(1, ${perLesson}) n;

  insert into lessons (course_id, position, name, status, content)
  select base.courses + course, n, 'Урок ' || n || ' курса ' || course, 'published', '<p>Читаем и делаем.</p>'
  from base, generate_series(1, ${courses}) course, generate_series(1, ${lessons}) n order by course, n;

  insert into assignments (lesson_id, text)
  select lessons.id, '<p>Сделайте работу.</p>' from base, lessons where lessons.id > base.lessons order by lessons.id;

  insert into tasks (assignment_id, status, attempt, submitted_at, score)
  select base.assignments + 1 + n / ${perLesson}, state,
    case when state = 'draft' then null else 1 end,
    case when state = 'draft' then null else now() - n % 4999 * interval '10 minutes' end,
    case when state = 'accepted' then n % 10 end
  from base, generate_series(0, ${tasks} - 1) n, lateral (select case
    when n * 7 % 20 < 4 then 'submitted' when n * 7 % 20 < 6 then 'returned' when n * 7 % 20 < 7 then 'draft' else 'accepted'
  end as state) as of
  order by n;

  insert into task_students (task_id, user_id, assignment_id)
  select tasks.id, base.users + 1 + ((tasks.id - base.tasks - 1) / ${perLesson * lessons} * 50 + 50
    + (tasks.id - base.tasks - 1) % ${perLesson} + 1) % ${students}, tasks.assignment_id
  from base, tasks where tasks.id > base.tasks;

  insert into attempts (task_id, number, content, submitted_at, submitted_by, taken_at)
  select tasks.id, 1, '<p>' || repeat('Я сделал работу так, как мы говорили на занятии. ', 20) || '</p>', tasks.submitted_at,
    task_students.user_id, case when tasks.status = 'submitted' then null else tasks.submitted_at + interval '5 hours' end
  from base, tasks join task_students on task_students.task_id = tasks.id
  where tasks.id > base.tasks and tasks.status <> 'draft' order by tasks.id;

  insert into reviews (attempt_id, course_id, user_id, verdict, comment, score, created_at)
  select attempts.id, lessons.course_id, users.id, tasks.status, 'Посмотрел, есть что поправить.', tasks.score, attempts.taken_at
  from base, attempts
  join tasks on tasks.id = attempts.task_id
  join assignments on assignments.id = tasks.assignment_id
  join lessons on lessons.id = assignments.lesson_id
  join users on users.email = 'teacher@demo.example'
  where attempts.id > base.attempts and attempts.taken_at is not null order by attempts.taken_at;

  insert into thread_entries (task_id, user_id, kind, attempt, created_at)
  select attempts.task_id, attempts.submitted_by, 'submitted', 1, attempts.submitted_at
  from base, attempts where attempts.id > base.attempts order by attempts.id;

  insert into thread_entries (task_id, user_id, kind, attempt, created_at, text)
  select attempts.task_id, reviews.user_id, reviews.verdict, 1, reviews.created_at, reviews.comment
  from base, attempts join reviews on reviews.attempt_id = attempts.id where attempts.id > base.attempts order by attempts.id;

  update tasks set question_at = submitted_at + interval '1 hour', extension_asked = submitted_at + interval '7 days'
  from base where tasks.id > base.tasks and tasks.id % 50 = 0 and tasks.status <> 'draft';
`
