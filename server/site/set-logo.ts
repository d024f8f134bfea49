import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { logoCheck } from '#contract/site/logo.ts'
import type { Logo } from '#contract/site/site-settings.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Deps } from '#server/deps.ts'
import { changeSettings } from '#server/site/change-settings.ts'
import { drawLogo } from '#server/site/draw-logo.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { removeLogoFiles, writeLogo } from '#server/site/logo-files.ts'
import { readOneFile } from '#server/uploads/read-one-file.ts'
import { countUploaded } from '#server/uploads/upload-quota.ts'

/** Makes a stored picture the school's logo, or none, and deletes the previous one. */
const replaceLogo = async ({ db, files }: Pick<Deps, 'db' | 'files'>, actor: Actor, logo: Logo | null) => {
  const { before, after } = await changeSettings(db, actor, 'school', { logo }, loadSchool)
  if (before.logo && before.logo.url !== logo?.url) await removeLogoFiles(files, before.logo.url)
  return after
}

/** Makes the uploaded picture the school's logo; returns the settings. */
export const setLogo = async (deps: Pick<Deps, 'db' | 'files' | 'config'>, actor: Actor, request: FastifyRequest) => {
  const bytes = await readOneFile(request, logoCheck.maxSize)
  await deps.db.transaction((tx) => countUploaded(tx, actor.id, bytes.length, deps.config.uploadQuota))
  const { width, height, ground, ...pictures } = await drawLogo(bytes)
  const url = `/logos/${randomUUID()}.webp`
  await writeLogo(deps.files, url, pictures)
  return replaceLogo(deps, actor, { url, width, height, ground })
}

/** Removes the logo; returns the settings. */
export const removeLogo = (deps: Pick<Deps, 'db' | 'files'>, actor: Actor) => replaceLogo(deps, actor, null)
