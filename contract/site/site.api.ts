import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import { HomeSettings, SchoolInput, SchoolSettings } from '#contract/site/site-settings.schema.ts'

const school = z.object({ school: SchoolSettings })
const home = z.object({ home: HomeSettings })

export const siteApi = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Whether the site is up: its database answers and its pages are built',
    response: z.object({ status: z.literal('ok') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary: 'Whether this process may get requests: 503 before it has started, and once it is about to stop',
    /** `visitor`: also say where the request came from, as the doctor asks. */
    query: z.object({ visitor: z.literal('1').optional() }),
    response: z.object({
      status: z.literal('ready'),
      /**
       * The address that this request came from, as the site knows it: what limits apply to, and whether the proxy says
       * it.
       */
      visitor: z.string().optional(),
    }),
  }),
  assetsVersion: endpoint({
    method: 'GET',
    path: '/api/assets-version',
    access: 'public',
    summary: 'File names of the current script and style sheet',
    response: z.object({ js: z.string(), css: z.string() }),
  }),
  school: endpoint({
    method: 'GET',
    path: '/api/settings/school',
    access: 'public',
    summary: 'The operator of the site, and the school’s choices',
    response: school,
  }),
  changeSchool: endpoint({
    method: 'PUT',
    path: '/api/settings/school',
    access: 'curator',
    right: 'all',
    summary: 'Change what is said of the school',
    body: SchoolInput.partial(),
    response: school,
  }),
  setLogo: endpoint({
    method: 'POST',
    path: '/api/settings/school/logo',
    access: 'curator',
    right: 'all',
    summary: 'Set the school’s logo: a PNG, JPEG or WebP',
    upload: true,
    response: school,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/api/settings/school/logo',
    access: 'curator',
    right: 'all',
    summary: 'Remove the school’s logo',
    response: school,
  }),
  home: endpoint({
    method: 'GET',
    path: '/api/settings/home',
    access: 'public',
    summary: 'What curators wrote on the main page',
    response: home,
  }),
  changeHome: endpoint({
    method: 'PUT',
    path: '/api/settings/home',
    access: 'curator',
    right: 'all',
    summary: 'Change the main page',
    body: HomeSettings.partial(),
    response: home,
  }),
}

/** How often the page polls the assets' version, in milliseconds (specification §9). */
export const assetsPollIntervalMs = 60_000
