import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { memoryOf } from './memory.ts'
import type { Site } from './site.ts'

const megabyte = 1_048_576
const chunk = randomBytes(megabyte)

/** The speed of a file of this size, up and down, in megabytes a second: the median of several runs. */
export interface FileSpeed {
  megabytes: number
  site: { up: number; down: number }
  bare: { up: number; down: number }
}

/** The max memory of the server's process while a file of this size goes up and down; null where it is unknown. */
export interface FileMemory {
  megabytes: number
  peak: number | null
}

const middle = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

const timed = async (megabytes: number, act: () => Promise<unknown>) => {
  const began = performance.now()
  await act()
  return megabytes / ((performance.now() - began) / 1000)
}

const sendTo = (url: string, megabytes: number, headers: Record<string, string>) =>
  new Promise<void>((resolve, reject) => {
    const length = { 'content-length': megabytes * megabyte }
    const outgoing = request(url, { method: 'PATCH', headers: { ...headers, ...length } }, (response) => {
      if (response.statusCode !== 204) reject(new Error(`PATCH ${url} returned ${response.statusCode}.`))
      response.resume().once('end', resolve)
    })
    outgoing.once('error', reject)
    let left = megabytes
    const write = () => {
      while (left > 0) {
        left -= 1
        if (!outgoing.write(chunk)) return outgoing.once('drain', write)
      }
      outgoing.end()
    }
    write()
  })

const readFrom = (url: string, megabytes: number) =>
  new Promise<void>((resolve, reject) => {
    const outgoing = request(url, (response) => {
      let read = 0
      response.on('data', (data: Buffer) => {
        read += data.length
      })
      response.once('end', () =>
        read === megabytes * megabyte ? resolve() : reject(new Error(`GET ${url} gave ${read} bytes.`)),
      )
      response.once('error', reject)
    })
    outgoing.once('error', reject)
    outgoing.end()
  })

const tus = (token: string) => ({ 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` })

/** Begins an upload; returns its address. */
const begin = async (site: string, token: string, megabytes: number) => {
  const name = Buffer.from('film.bin').toString('base64')
  const response = await fetch(`${site}/api/files`, {
    method: 'POST',
    headers: {
      ...tus(token),
      'upload-length': String(megabytes * megabyte),
      'upload-metadata': `filename ${name}`,
    },
  })
  if (response.status !== 201) throw new Error(`POST /api/files returned ${response.status}.`)
  return site + response.headers.get('location')
}

/** Sends a file, reads it back by its link, and deletes it; returns both speeds. */
const roundTrip = async (site: string, token: string, megabytes: number) => {
  const url = await begin(site, token, megabytes)
  const headers = { ...tus(token), 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const up = await timed(megabytes, () => sendTo(url, megabytes, headers))
  const { file } = await (await fetch(url, { headers: tus(token) })).json()
  const down = await timed(megabytes, () => readFrom(site + file.url, megabytes))
  await fetch(url, { method: 'DELETE', headers: tus(token) })
  return { up, down }
}

/** The site and the bare server in turns, so that other load on the machine affects both. */
export const measureFileSpeed = async (site: Site, token: string, megabytes: number): Promise<FileSpeed> => {
  const server = fork(join(import.meta.dirname, 'bare-files.ts'))
  try {
    const [port] = await once(server, 'message')
    const url = `http://127.0.0.1:${port}/`
    const ours = []
    const bare = []
    for (let time = 0; time < 3; time += 1) {
      ours.push(await roundTrip(site.url, token, megabytes))
      const up = await timed(megabytes, () => sendTo(url, megabytes, {}))
      bare.push({ up, down: await timed(megabytes, () => readFrom(url, megabytes)) })
    }
    const ofAll = (times: { up: number; down: number }[]) => ({
      up: middle(times.map(({ up }) => up)),
      down: middle(times.map(({ down }) => down)),
    })
    return { megabytes, site: ofAll(ours), bare: ofAll(bare) }
  } finally {
    server.disconnect()
  }
}

export const measureFileMemory = async (site: Site, token: string, megabytes: number): Promise<FileMemory> => {
  const { url } = site
  const pid = site.pid()
  let peak: number | null = null
  const look = async () => {
    const now = pid === null ? null : await memoryOf(pid)
    if (now !== null) peak = Math.max(peak ?? 0, now)
  }
  const looking = setInterval(look, 20)
  try {
    await roundTrip(url, token, megabytes)
  } finally {
    clearInterval(looking)
  }
  return { megabytes, peak }
}
