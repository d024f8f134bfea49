import { api } from '#contract/api.ts'
import { schoolTasks } from '#server/tasks/school-tasks.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()
const { ofTeam } = schoolTasks(app)

testRights(app, api.teams, {
  list: async (school) => {
    await ofTeam(school, [school.student])
    return { params: { id: school.lesson.id } }
  },
  join: (school) => ofTeam(school, [school.student]),
  leave: async (school) => ofTeam(school, [school.student, await app.signedIn()]),
})
