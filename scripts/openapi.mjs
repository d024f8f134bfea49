import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApiText } from '../server/http/openapi.ts'
import { root } from './project.mjs'

/** `npm run openapi`: writes the committed description of the API, so that a change of it is visible in review. */
await writeFile(join(root, 'contract', 'openapi.json'), openApiText())
