import { expect, test } from 'vitest'
import { problem } from '#contract/http/errors.ts'
import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { addFile, removeFile } from '#web/files/attached-files.ts'
import { downloadLink, isExpired, pictureLink } from '#web/files/file-links.ts'
import { judgeUpload } from '#web/uploads/upload-failures.ts'
import { createSpeedometer } from '#web/uploads/upload-speed.ts'

const file = (id: string) => ({ id, name: `${id}.txt`, type: 'text/plain', size: 1, url: `/files/${id}` })
const ids = (files: { id: string }[]) => files.map(({ id }) => id).join('')

test('a speed is that of the last seconds', () => {
  let now = 0
  const measure = createSpeedometer(() => now)
  expect(measure(0)).toBeNull()
  now = 500
  expect(measure(1000)).toBeNull()
  now = 1000
  expect(measure(2000)).toBe(2000)
  for (let second = 2; second <= 8; second += 1) {
    now = second * 1000
    measure(2000 + (second - 1) * 500)
  }
  expect(measure(5500)).toBeCloseTo(500, -2)
})

test('a speed is measured again when the server had less than we thought', () => {
  let now = 0
  const measure = createSpeedometer(() => now)
  measure(9000)
  now = 2000
  expect(measure(4000)).toBeNull()
  now = 3000
  expect(measure(5000)).toBe(1000)
})

test.each([
  [new NetworkError(), {}, 'again'],
  [new TypeError('Failed to fetch dynamically imported module'), {}, 'again'],
  [new ApiError(503, {}), {}, 'again'],
  [new ApiError(423, {}), {}, 'again'],
  [new ApiError(409, {}), {}, 'again'],
  [new ApiError(429, {}), {}, 'again'],
  [new ApiError(409, {}), { tries: 20 }, 'later'],
  [new ApiError(429, problem('quota-reached')), {}, 'later'],
  [new NetworkError(), { tries: 1000 }, 'again'],
  [new ApiError(401, {}), {}, 'sign-in'],
  [new ApiError(404, {}), { begun: true }, 'restart'],
  [new ApiError(410, {}), { begun: true }, 'restart'],
  [new ApiError(404, {}), {}, 'final'],
  [new ApiError(413, {}), { begun: true }, 'final'],
  [new ApiError(422, {}), { begun: true }, 'final'],
])('%o with %o: %s', (error, known, verdict) => {
  expect(judgeUpload(error, { begun: false, tries: 0, ...known })).toBe(verdict)
})

test('files that were chosen together keep their order, whichever comes first', () => {
  const begun = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
  for (const order of ['abc', 'acb', 'bac', 'bca', 'cab', 'cba']) {
    const files = [...order].reduce((list, id) => addFile(list, file(id), begun), [file('x'), file('y')])
    expect(ids(files)).toBe('xyabc')
  }
  expect(ids(addFile([file('x')], file('x')))).toBe('x')
})

test('a file is removed', () => {
  expect(ids(removeFile([...'abcd'].map(file), 'c'))).toBe('abd')
})

test('a link leads to smaller copies, to the disk, and says when it ends', () => {
  const url = '/files/f?expires=1000&signature=s'
  expect(pictureLink(url, 'w960')).toBe('/files/f/w960?expires=1000&signature=s')
  expect(pictureLink('/files/f', 'w1920')).toBe('/files/f/w1920')
  expect(downloadLink(url)).toBe('/files/f?expires=1000&signature=s&download')
  expect(downloadLink('/files/f')).toBe('/files/f?download')
  expect(isExpired(url, 900_000)).toBe(false)
  expect(isExpired(url, 950_000)).toBe(true)
  expect(isExpired('/files/f')).toBe(false)
})
