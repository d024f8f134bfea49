import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why films cannot be turned here; null when they can. */
export const missingFfmpeg = () =>
  ['ffmpeg', 'ffprobe'].every((program) => spawnSync(program, ['-version']).status === 0)
    ? null
    : 'нет ffmpeg; установите его: sudo apt-get install ffmpeg'

/** A new film, drawn by ffmpeg; `args` say how its picture is written. */
export const drawFilm = async (size: string, seconds: number, args: string[], ending = 'mp4') => {
  const folder = await mkdtemp(join(tmpdir(), 'praktika-film-'))
  try {
    const path = join(folder, `film.${ending}`)
    const inputs = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=10,noise=alls=100:allf=t`, '-f', 'lavfi', '-i', 'sine']
    const all = ['-v', 'error', ...inputs, '-t', `${seconds}`, ...args, path]
    const { status, stderr } = spawnSync('ffmpeg', all)
    if (status !== 0) throw new Error(String(stderr))
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
