import { build } from './build.mjs'
import { install } from './install.mjs'
import { main } from './project.mjs'

/**
 * Installs and builds what is missing; `npm start` runs it as a program of its own, whose memory is free again when it
 * ends.
 */
await main(async () => {
  await install()
  await build()
})
