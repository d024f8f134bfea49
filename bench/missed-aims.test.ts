import { expect, it } from 'vitest'
import { type Measured, missedAims } from './missed-aims.ts'

const load = { perSecond: 100, p50: 1, p99: 2, responses: 100, failed: 0 }
const page = { lcp: 1, bytes: {}, chain: [], failures: [], problems: [] }
const fresh = { name: 'a', bytes: 1, p50: 1 }

/** Everything that is measured; each aim is missed with 2, and met with 1. */
const measured = (factor: 1 | 2) =>
  ({
    calls: [
      {
        name: 'call',
        bytes: 1,
        connections: 16,
        aim: 0.4,
        site: { ...load, p99: factor * 4, perSecond: 40 / factor },
        bare: load,
      },
    ],
    growth: [
      {
        name: 'grown',
        few: { name: 'grown', repeated: 1, afterChange: 1 },
        many: { name: 'grown', repeated: factor * 1.5, afterChange: factor * 1.5 },
      },
    ],
    pages: [
      {
        ...page,
        path: '/',
        aim: { bytes: 150_000, requests: 12 },
        requests: factor * 12,
        total: factor * 150_000,
        content: factor * 300,
      },
    ],
    outlines: {
      pages: [
        {
          ...page,
          path: '300 lessons, teacher',
          aim: { bytes: 190_000, requests: 20 },
          requests: factor * 20,
          total: 1,
          content: null,
        },
      ],
    },
    navigations: [{ name: 'tasks → task', count: 20, p50: 37, p95: factor * 100, cpu: 1, aim: 100 }],
    classes: [
      {
        name: 'announcing',
        sizes: [
          { size: '30', result: { ...fresh, p95: 1, queries: 15 } },
          { size: 'all', result: { ...fresh, p95: 1, queries: factor * 15 } },
        ],
      },
    ],
    searches: [{ ...fresh, name: 'a word', search: 'плакат', role: 'student', queries: 1, p95: factor * 100 }],
    start: { startMs: factor * 2000, both: factor * 160, watcher: 1, server: 1 },
    soak: { parts: [{ requests: 1, perSecond: 1, end: factor * 250, peak: 1 }], growth: 0, failed: 0 },
    fills: [{ users: 10_000, took: factor * 120_000 }],
    allMs: factor * 600_000,
  }) as unknown as Measured

it('every aim that is missed is listed, and none that is met', () => {
  expect(missedAims(measured(1))).toEqual([])
  expect(missedAims(measured(2))).toEqual([
    'call with 16 connections: 0.20 of the bare server, aim 0.4',
    'call: p99 is 8.00 × p50, aim 4',
    'grown: p50 grows 3.00 ×, aim 1.5',
    'grown, after a change: p50 grows 3.00 ×, aim 1.5',
    '/: 300.0 KB, aim 150',
    '/: 24 requests, aim 12',
    '/, content: 600 ms, aim 300',
    '300 lessons, teacher: 40 requests, aim 20',
    'tasks → task, p95: 200 ms, aim 100',
    'announcing: 15, 30 statements by size, aim the same number',
    'a word: «плакат» by a student, p95: 200 ms, aim 100',
    'The start: 4,000 ms, aim 2,000',
    'At rest: 320 MB, aim 160',
    'After the last request of many: 500 MB, aim 250',
    'Filling the school of 10,000 users: 240 s, aim 120',
    'The whole measurement: 1,200 s, aim 600',
  ])
})

it('what was not measured misses nothing', () => {
  const nothing = { calls: [], growth: [], pages: [], navigations: [], fills: [] }
  const notWanted = { outlines: null, classes: null, searches: null, start: null, soak: null, allMs: null }
  expect(missedAims({ ...nothing, ...notWanted })).toEqual([])
})
