import { mkdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { avatarFolder } from '#server/users/set-avatar.ts'

/** Avatars are public; a new one has a new name. */
export const avatarRoutes = async (app: FastifyInstance, { config }: Deps) => {
  const root = avatarFolder(config.dataDir)
  await mkdir(root, { recursive: true })
  await app.register(fastifyStatic, {
    root,
    prefix: '/avatars/',
    index: false,
    decorateReply: false,
    maxAge: '365d',
    immutable: true,
  })
}
