import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { keepProcesses, ProcessFailed } from '#server/processes/keep-processes.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** What `node:cluster` starts, without a process; one without a `pid` could not be started. */
const fakeWorker = (pid: number | undefined) => {
  const worker = new EventEmitter() as unknown as Worker
  Object.assign(worker, {
    process: { pid },
    isConnected: () => true,
    send: () => worker.emit('error', new Error('write EPIPE')),
  })
  vi.spyOn(cluster, 'fork').mockReturnValue(worker)
  return worker
}

it('says that a process was killed while the port was freed for it', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const worker = fakeWorker(7)
  const freePort = vi.fn(async () => {})
  const { started } = keepProcesses(2, {}, freePort)
  worker.emit('message', 'wants the port')
  await expect.poll(() => freePort).toHaveBeenCalled()
  worker.emit('exit', null, 'SIGKILL')
  await expect(started).rejects.toBeInstanceOf(ProcessFailed)
  expect(printed.mock.calls).toEqual([['Процесс сайта остановился (SIGKILL) во время запуска.']])
})

it('says nothing about a process that has printed itself why it ended', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const worker = fakeWorker(7)
  const { started } = keepProcesses(2, {}, async () => {})
  worker.emit('exit', 1, null)
  await expect(started).rejects.toBeInstanceOf(ProcessFailed)
  expect(printed).not.toHaveBeenCalled()
})

it('starts a process again that the system refused to start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const first = fakeWorker(7)
  const { started } = keepProcesses(1, {}, async () => {})
  first.emit('listening', { port: 3000 })
  first.emit('message', 'started')
  await started
  const refused = fakeWorker(undefined)
  first.emit('exit', null, 'SIGKILL')
  vi.advanceTimersByTime(500)
  refused.emit('error', new Error('spawn EAGAIN'))
  vi.advanceTimersByTime(1000)
  expect(cluster.fork).toHaveBeenCalledTimes(3)
  expect(printed.mock.calls).toEqual([
    ['Процесс сайта остановился (SIGKILL). Запускаю снова через 0,5 с.'],
    ['Процесс сайта остановился (spawn EAGAIN). Запускаю снова через 1 с.'],
  ])
})
