import { api } from '#contract/api.ts'
import { formOf, importer } from '#server/people-imports/people-file.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

let number = 0
const file = () => {
  number += 1
  return `Фамилия;Имя;Почта\nИванова;Мария;maria${number}@school.example\n`
}

const checked = async ({ curator }: School) => {
  const { body } = await importer(app, curator).send(file())
  return { params: { id: body.import.id } }
}

testRights(app, api.peopleImports, {
  create: () => formOf(file()),
  list: () => ({}),
  get: checked,
  apply: async (school) => ({ ...(await checked(school)), body: {} }),
  undo: async (school) => {
    const request = await checked(school)
    await importer(app, school.curator).apply(request.params.id)
    return request
  },
})
