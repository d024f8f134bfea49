import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Access, Endpoint } from '#contract/http/endpoint.ts'
import { isRepeatable, keyLength, repeatOnly } from '#contract/http/idempotency.ts'
import { costlyCalls, maxCostlyAtOnce } from '#contract/http/reading-limits.ts'
import { isExport } from '#contract/security/security-kinds.ts'
import { type Actor, curates, isStaff } from '#contract/users/users.policy.ts'
import { inTurn } from '#server/auth/throttle.ts'
import type { BuiltFrom } from '#server/db/kept.ts'
import { jsonInTurns } from '#server/http/json-in-turns.ts'
import { readAnswer, sendAnswer } from '#server/http/kept-answer.ts'
import { invalid, invalidInput, Refusal } from '#server/http/refusal.ts'
import { guest, type RepeatedCall } from '#server/repeats/do-once.ts'
import { noteEvent } from '#server/security/note-refusal.ts'
import '#server/russian-checks.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Does a call once for each key of its caller: see `server/repeats/do-once.ts`. */
    doOnce: <Result>(call: RepeatedCall, key: string, work: (() => Promise<Result>) | null) => Promise<Result>
  }
}

/** Who may call at all; access to rows is decided by the policies. */
const admits: Record<Access, (actor: Actor | null, endpoint: Pick<Endpoint, 'right'>) => boolean> = {
  public: () => true,
  user: (actor) => actor !== null,
  staff: isStaff,
  curator: (actor, { right = 'all' }) => [right].flat().every((part) => curates(actor, part)),
}

/** What a handler gets. */
export interface Call<Params, Query, Body, Headers, Who> {
  params: Params
  query: Query
  /** Checks the body when called, so that rights come before the form of the input. */
  body: () => Body
  /** Checks the declared headers, likewise. */
  headers: () => Headers
  actor: Who
  /** Call it when something has failed that the next answer need not repeat: this one is not kept. */
  setIncomplete: () => void
  request: FastifyRequest
  reply: FastifyReply
}

const check = <Schema extends z.ZodType>(schema: Schema | undefined, value: unknown) => {
  if (!schema) return undefined as z.output<Schema>
  const result = schema.safeParse(value)
  if (!result.success) throw invalidInput(result.error)
  return result.data
}

/** The `Idempotency-Key` of a request, if it has one that is a secret. 422 for one that is too long to be a key. */
const readKey = ({ headers }: FastifyRequest) => {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || key.length < keyLength.min) return undefined
  if (key.length > keyLength.max) throw invalid('idempotency-key', `Ключ запроса: не больше ${keyLength.max} символов.`)
  return key
}

/** `{id}` of the contract as Fastify writes it. */
const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/** What a call may be kept by. */
type Identity<Params, Query, Who> = Pick<Call<Params, Query, never, never, Who>, 'params' | 'query' | 'actor'>

type Caller<Who extends Access> = Who extends 'public' ? Actor | null : Actor

interface Options<Params, Query, Who> {
  /**
   * Keeps the answer for each caller, path and query until one of these parts of the database changes: everything that
   * the handler reads beside the settings of the school, which any text may follow; see `server/db/kept.ts`. The
   * handler must change nothing. It may compare the clock with moments that the answer contains, and with the one that
   * `findUntil` returns. Null: this one is not kept.
   */
  readsFrom?: (call: Identity<Params, Query, Who>) => BuiltFrom | null
}

/** Mounts one declared call: access, then path and query, then the handler; its result is cut to the declared shape. */
export const route = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Result extends z.ZodType,
  Who extends Access,
  Headers extends z.ZodType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Result, Who, Headers>,
  handler: (
    call: Call<z.output<Params>, z.output<Query>, z.output<Body>, z.output<Headers>, Caller<Who>>,
  ) => Promise<Result extends z.ZodUndefined ? void : z.input<Result>>,
  { readsFrom }: Options<z.output<Params>, z.output<Query>, Caller<Who>> = {},
) => {
  const leaves = isExport(endpoint)
  const isCostly = leaves || costlyCalls.includes(`${endpoint.method} ${endpoint.path}`)
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    // nothing would read the stream of a HEAD, nor close it
    ...(endpoint.stream ? { exposeHeadRoute: false } : {}),
    onRequest: (request, _reply, done) => {
      const { pendingActor } = request
      if (pendingActor && endpoint.beforeSecondFactor) request.actor = pendingActor
      if (admits[endpoint.access](request.actor, endpoint)) return done()
      throw new Refusal(request.actor ? 'forbidden' : pendingActor ? 'second-factor-needed' : 'not-signed-in')
    },
    handler: async (request, reply) => {
      const params = endpoint.params?.safeParse(request.params)
      // an invalid id gets a 404
      if (params && !params.success) throw new Refusal('not-found')
      const identity = {
        params: params?.data as z.output<Params>,
        query: check(endpoint.query, request.query),
        actor: request.actor as Caller<Who>,
      }
      if (leaves && request.actor) request.server.callCounts.count('exportsPerPerson', request.actor.id)
      let isComplete = true
      const work = () =>
        handler({
          ...identity,
          setIncomplete: () => {
            isComplete = false
          },
          body: () => check(endpoint.body, request.body ?? (endpoint.bodyOptional ? {} : undefined)),
          headers: () => check(endpoint.headers, request.headers),
          request,
          reply,
        })
      // one person must not keep all connections to the database busy
      const handle = () =>
        isCostly && request.actor ? inTurn(`costly:${request.actor.id}`, maxCostlyAtOnce, work) : work()
      const builtFrom = readsFrom?.(identity)
      if (builtFrom && endpoint.response) {
        const { response } = endpoint
        // guests have no session that was read before
        const isCaughtUp = request.isCaughtUp || (request.actor === null && (await app.kept.catchUp()))
        const answer = await readAnswer(app, isCaughtUp, {
          ...builtFrom,
          tags: [...builtFrom.tags, 'site_settings:school'],
          key: `${endpoint.path} ${JSON.stringify(identity)}`,
          type: 'application/json; charset=utf-8',
          build: async () => {
            // a journal of 30,000 cells is built, checked, written and tagged in turns, so that others wait less
            const built = await handle()
            await turn()
            const result = response.parse(built)
            await turn()
            return { text: await jsonInTurns(result), isComplete }
          },
        })
        return sendAnswer(request, reply, answer)
      }
      const act = async () => {
        const result = await handle()
        return endpoint.response?.parse(result)
      }
      const key = isRepeatable(endpoint) ? readKey(request) : undefined
      const isRepeat = request.headers[repeatOnly] !== undefined
      if (isRepeat && !key) throw new Refusal('not-found')
      const call = `${endpoint.method} ${request.url}`
      const caller = request.actor?.id ?? guest
      const result = key ? await app.doOnce([caller, call, request.body], key, isRepeat ? null : act) : await act()
      if (leaves) {
        const path = endpoint.path.replace(
          /\{(\w+)\}/g,
          (_, name) => (request.params as Record<string, string>)[name] ?? '',
        )
        noteEvent(request, 'export', { place: `${endpoint.method} ${path}` })
      }
      if (endpoint.fileTypes || endpoint.stream) return reply
      if (!endpoint.response) return reply.code(204).send()
      return reply.code(endpoint.status ?? 200).send(result)
    },
  })
}
