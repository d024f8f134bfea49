import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readAudit } from './advisories.mjs'
import { billOf, described, readBundled } from './describe-packages.mjs'
import { isPermitted, licenceOf, readPackages } from './packages.mjs'

const root = join(import.meta.dirname, '..')
const builds = join(root, 'build')
const { folder } = JSON.parse(await readFile(join(builds, 'current.json'), 'utf8'))
const packages = await readPackages(await readBundled(join(builds, folder)))

describe('the packages of the site', () => {
  it('have permitted licences, all of them that are shipped', () => {
    const doubtful = packages.filter(({ isShipped, licence }) => isShipped && !(licence && isPermitted(licence)))
    expect(doubtful.map(({ id, licence }) => `${id}: ${licence}`)).toEqual([])
  })

  it('are shipped when the server loads them or the browser is sent them', () => {
    const byName = Object.fromEntries(packages.map(({ name, isShipped }) => [name, isShipped]))
    expect(byName).toMatchObject({ fastify: true, pg: true, react: true, '@mantine/core': true, vitest: false })
  })

  it('are described by the build: a bill of materials, and the texts of licences', async () => {
    const self = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const bill = JSON.parse(await readFile(join(builds, folder, described.bill), 'utf8'))
    expect(bill).toEqual(billOf(self, packages))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    const refs: string[] = bill.components.map((component: { 'bom-ref': string }) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    const known = new Set([...refs, bill.metadata.component['bom-ref']])
    for (const { ref, dependsOn } of bill.dependencies)
      expect([ref, ...dependsOn].filter((each: string) => !known.has(each))).toEqual([])
    const react = bill.components.find(({ name }: { name: string }) => name === 'react')
    expect(react).toMatchObject({
      scope: 'required',
      purl: expect.stringMatching(/^pkg:npm\/react@\d/),
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      licenses: [{ license: { id: 'MIT' } }],
    })
    expect(await readFile(join(builds, folder, described.licences), 'utf8')).toContain('Copyright (c) Meta Platforms')
  })
})

it.each([
  [{ license: 'MIT' }, '', 'MIT'],
  [{ license: { type: 'ISC' } }, '', 'ISC'],
  [{ licenses: [{ type: 'MIT' }, { type: 'GPL-3.0' }] }, '', 'MIT OR GPL-3.0'],
  [{}, 'Permission is hereby granted, free of charge, to any person', 'MIT'],
  [{}, 'All rights reserved', null],
])('the licence in %j with «%s» is %s', (described, text, licence) => {
  expect(licenceOf(described, text)).toBe(licence)
})

it.each([
  ['(MIT OR GPL-3.0-or-later)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['MIT AND AGPL-3.0-only', false],
  ['UNLICENSED', false],
])('%s: permitted is %s', (expression, expected) => {
  expect(isPermitted(expression)).toBe(expected)
})

it('an audit without an answer of the registry is not taken for a good one', () => {
  const found = { name: 'left', severity: 'high', range: '<2', fixAvailable: true }
  expect(readAudit('')).toEqual({ lines: null, isGrave: false })
  expect(readAudit('{"message":"405 Method Not Allowed","statusCode":405}')).toEqual({ lines: null, isGrave: false })
  expect(readAudit('{"vulnerabilities":{}}')).toEqual({ lines: [], isGrave: false })
  expect(readAudit(JSON.stringify({ vulnerabilities: { left: found } }))).toEqual({
    lines: ['left <2: high, исправление есть'],
    isGrave: true,
  })
})
