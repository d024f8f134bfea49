import { zipOf } from '#server/scorm/scorm.factory.ts'

/** A lesson as an archive has it. */
export const lessonInArchive = (values: object = {}) => ({
  name: 'Урок',
  section: null,
  status: 'published',
  publish_at: null,
  minutes: null,
  content: '',
  after: [],
  assignment: null,
  ...values,
})

/** The archive of a course with these parts, and one lesson unless they have others. */
export const archiveOf = (parts: object = {}, entries: Record<string, string | Buffer> = {}) => {
  const course = {
    name: 'Курс',
    summary: '',
    content: '',
    announcement: '',
    starts_on: null,
    seats: null,
    price: null,
    code: '',
    level: '',
    form: '',
    duration: '',
  }
  const json = {
    format: 'praktika-course',
    version: 1,
    course,
    sections: [],
    lessons: [lessonInArchive()],
    files: [],
    ...parts,
  }
  return zipOf({ 'course.json': JSON.stringify(json), ...entries })
}
