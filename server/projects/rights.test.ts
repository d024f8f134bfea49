import { api } from '#contract/api.ts'
import { agreeToPublication } from '#server/consents/consents.factory.ts'
import { buildProject, buildReport } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()
const { db, signedIn } = app

const ofProject = ({ project }: School) => ({ params: { id: project.id } })

/** A stranger's project that the student is asked to join as an author. */
const askedProject = async ({ student }: School) =>
  (await buildProject(db, { authors: [(await signedIn()).id], asked: [student.id] })).id

testRights(app, api.projects, {
  list: () => ({}),
  filters: () => ({}),
  tag: async ({ student }) => {
    await buildProject(db, { authors: [student.id], tags: ['шрифт'] })
    return { params: { tag: encodeURIComponent('шрифт') } }
  },
  reports: () => ({}),
  resolveReport: async ({ project, stranger }) => ({
    params: { id: await buildReport(db, { project_id: project.id, user_id: stranger.id }) },
    body: { resolution: 'dismissed' },
  }),
  get: ofProject,
  create: () => ({ body: { name: 'Мой проект' } }),
  update: (school) => ({ ...ofProject(school), body: { name: 'Другое имя' } }),
  remove: ofProject,
  view: ofProject,
  askAuthor: (school) => ({ ...ofProject(school), body: { email: school.stranger.user.email } }),
  agree: async (school) => {
    const id = await askedProject(school)
    await agreeToPublication(db, school.student.id)
    return { params: { id } }
  },
  removeAuthor: async (school) => ({ params: { id: await askedProject(school), user_id: school.student.id } }),
  like: ofProject,
  unlike: ofProject,
  comments: ofProject,
  comment: (school) => ({ ...ofProject(school), body: { text: 'Здорово' } }),
  removeComment: ({ project, comment }) => ({ params: { id: project.id, comment_id: comment?.id ?? 0 } }),
  report: (school) => ({ ...ofProject(school), body: { reason: 'rude' } }),
})
