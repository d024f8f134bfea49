import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'

export const siteApi = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Whether the site is up: its database answers and its pages are built',
    answer: z.object({ status: z.literal('ok') }),
  }),
  assetsVersion: endpoint({
    method: 'GET',
    path: '/api/assets-version',
    access: 'public',
    summary: 'File names of the current script and style sheet',
    answer: z.object({ js: z.string(), css: z.string() }),
  }),
}

/** How often the page asks for the assets' version, in milliseconds (specification §9). */
export const assetsPollInterval = 60_000
