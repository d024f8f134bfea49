import { api } from '#contract/api.ts'
import { buildWaiting } from '#server/registrations/registrations.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { testRights } from '#server/testing/rights.ts'

const app = await testApp()

const waiting = async () => ({ params: { id: (await buildWaiting(app.db)).id } })

testRights(app, api.registrations, { list: () => ({}), accept: waiting, decline: waiting })
