import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { projectFolder } from '#server/project-folder.ts'
import { secretVariables } from '#server/secret-files.ts'

const run = promisify(execFile)
const ops = join(projectFolder, 'ops')
const folder = await mkdtemp(join(tmpdir(), 'praktika-ops-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const missing = (program: string, option: string) =>
  spawnSync(program, [option]).status === 0 ? null : ` (нет ${program})`

/** What `git archive` puts into an installation, as ops/install.md calls it. */
const listInstalled = async () => {
  const copy = join(folder, 'praktika.git')
  const archive = join(folder, 'installed.tar')
  await run('git', ['clone', '--quiet', '--bare', '--shared', projectFolder, copy])
  await mkdir(join(copy, 'info'), { recursive: true })
  await copyFile(join(ops, 'left-out.gitattributes'), join(copy, 'info', 'attributes'))
  await run('git', ['archive', '-o', archive, 'HEAD'], { cwd: copy })
  const { stdout } = await run('tar', ['-tf', archive], { maxBuffer: 10_000_000 })
  return stdout.split('\n').filter((path) => path !== '' && !path.endsWith('/'))
}

const noGit = spawnSync('git', ['rev-parse'], { cwd: projectFolder }).status === 0 ? null : ' (нет истории git)'
it.skipIf(noGit)(
  `an installation has neither tests nor the demo school, and misses nothing${noGit ?? ''}`,
  async () => {
    const installed = new Set(await listInstalled())
    expect(installed).toContain('server/main.ts')
    expect(
      [...installed].filter((path) => /(^|\/)(demo|e2e|bench|testing|faults)\/|\.(test|fixture)\./.test(path)),
    ).toEqual([])
    const missing: string[] = []
    for (const path of [...installed].filter((path) => /^(contract|server|web)\/.*\.tsx?$/.test(path))) {
      const source = await readFile(join(projectFolder, path), 'utf8').catch(() => '')
      for (const [, named = ''] of source.matchAll(
        /(?:from|import)\s*\(?\s*'#((?:contract|server|web)\/[^'?]+\.tsx?)/g,
      ))
        if (!installed.has(named)) missing.push(`${path}: ${named}`)
    }
    expect(missing).toEqual([])
    // ops/install.md and the image delete the web app's sources once they are built
    for (const path of [...installed].filter((path) => /^(contract|server)\/.*\.ts$/.test(path)))
      expect(await readFile(join(projectFolder, path), 'utf8').catch(() => ''), path).not.toMatch(/['"]web\//)
  },
)

it('the image leaves out what an installation leaves out', async () => {
  const lines = async (name: string) => (await readFile(join(projectFolder, name), 'utf8')).split('\n')
  const attributes = (await lines('ops/left-out.gitattributes')).filter((line) => line.endsWith(' export-ignore'))
  expect(attributes.length).toBeGreaterThan(5)
  const ignored = await lines('.dockerignore')
  for (const line of attributes) {
    const path = line.replace(' export-ignore', '')
    expect(ignored).toContain(path.startsWith('/') ? path.slice(1) : `**/${path}`)
  }
  expect(ignored).toContain('.git')
})

const noSystemd = missing('systemd-analyze', '--version')
it.skipIf(noSystemd)(`systemd accepts the unit, and finds it closed${noSystemd ?? ''}`, async () => {
  const unit = await readFile(join(ops, 'praktika.service'), 'utf8')
  const path = join(folder, 'praktika.service')
  // where the site is installed is somewhere else here
  const credentials = ['SMTP_URL', 'SECRETS_KEY'].map(
    (name) => `LoadCredentialEncrypted=${name}:/etc/praktika.secrets/${name}`,
  )
  const here = unit
    .replace('[Service]', ['[Service]', ...credentials].join('\n'))
    .replaceAll('/opt/praktika/node_modules/node/bin/node', process.execPath)
  await writeFile(path, here.replaceAll('=/opt/praktika', `=${folder}`))
  const verified = await run('systemd-analyze', ['verify', path])
  expect(verified.stderr.split('\n').filter((line) => line.includes('praktika'))).toEqual([])
  // in tenths: what systemd calls OK ends at 4.9
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', '--no-pager', path])
})

const noCompose = missing('docker-compose', '--version')
it.skipIf(noCompose)(
  `docker-compose accepts the compose file with its example, filled in${noCompose ?? ''}`,
  async () => {
    const example = await readFile(join(ops, 'compose.env.example'), 'utf8')
    const filled = join(folder, 'compose.env')
    await writeFile(filled, example.replaceAll(/=$/gm, '=5f0c2e'))
    const files = ['-f', join(ops, 'compose.yaml'), '--env-file', filled]
    const { stdout } = await run('docker-compose', [...files, 'config', '--services'])
    expect(stdout.trim().split('\n').sort()).toEqual([
      ...['bucket', 'certificates', 'database', 'proxy', 'site1', 'site2', 'storage'],
    ])
  },
)

it('logs go where docs/policies.md says, and nowhere else', async () => {
  const policies = await readFile(join(projectFolder, 'docs', 'policies.md'), 'utf8')
  const nginx = await readFile(join(ops, 'nginx.conf'), 'utf8')
  expect([...nginx.matchAll(/^ *(?:access|error)_log .*$/gm)].map(([line]) => line.trim())).toEqual([
    'access_log off;',
    'error_log /var/log/nginx/error.log emerg;',
  ])
  const caddy = await readFile(join(ops, 'Caddyfile'), 'utf8')
  expect([...caddy.matchAll(/^\s*(log|output)\b.*$/gm)].map(([line]) => line.trim())).toEqual(['log {'])
  const unit = await readFile(join(ops, 'praktika.service'), 'utf8')
  expect(unit).not.toMatch(/^(Standard(Output|Error)|SyslogIdentifier|LogNamespace)=/m)
  for (const place of ['standard output', '`postgres.log`', '`access_log off`', '`/var/log/nginx`'])
    expect(policies).toContain(place)
  // the server itself writes to its output, and PostgreSQL to its own log
  const { stdout } = await run(
    'grep',
    ['-rlE', "(syslog|winston|pino)['(/]|\\.log['`]", '--include=*.ts', '--exclude=*.test.ts', 'server'],
    {
      cwd: projectFolder,
    },
  )
  expect(
    stdout
      .trim()
      .split('\n')
      .filter((path) => !/testing\/|fixture/.test(path))
      .sort(),
  ).toEqual(['server/db/embedded.ts', 'server/db/upgrade-embedded.ts'])
})

it('the compose file has no password of its own, and starts with none', async () => {
  const compose = await readFile(join(ops, 'compose.yaml'), 'utf8')
  const example = await readFile(join(ops, 'compose.env.example'), 'utf8')
  const secrets = [...compose.matchAll(/\$\{(\w*(?:PASSWORD|KEY|SMTP_URL))\b([^}]*)\}/g)]
  expect(new Set(secrets.map(([, name]) => name)).size).toBe(7)
  for (const [, name, otherwise] of secrets) {
    // compose refuses what is not set, and what is empty
    expect([name, otherwise]).toEqual([name, ':?'])
    expect(example).toMatch(new RegExp(`^${name}=$`, 'm'))
  }
})

it('the compose file passes on what README.md lists, and its example names it', async () => {
  const compose = await readFile(join(ops, 'compose.yaml'), 'utf8')
  const example = await readFile(join(ops, 'compose.env.example'), 'utf8')
  const readme = await readFile(join(projectFolder, 'README.md'), 'utf8')
  const optional = [...compose.matchAll(/^ {2}(\w+): \$\{(\w+):-([^}]*)\}$/gm)]
  expect(optional.length).toBeGreaterThan(17)
  for (const [, name = '', variable, otherwise] of optional) {
    expect(variable).toBe(name)
    // nothing is set without the operator, least of all a secret
    if (name !== 'HSTS_SUBDOMAINS') expect([name, otherwise]).toEqual([name, ''])
    expect(example).toMatch(new RegExp(`^#?${name}=`, 'm'))
    expect(readme).toContain(`\`${name}\``)
  }
  // as Docker passes on what is empty
  const empty = Object.fromEntries(optional.map(([, name = '']) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})

it('the compose file gives the site neither the superuser of its database nor the root of its storage', async () => {
  const compose = await readFile(join(ops, 'compose.yaml'), 'utf8')
  const [, site] = /DATABASE_URL: postgres:\/\/(\w+):/.exec(compose) ?? []
  const [, user] = /S3_URL: https:\/\/(\w+):/.exec(compose) ?? []
  const [, superuser] = /POSTGRES_USER: (\w+)/.exec(compose) ?? []
  const [, root] = /ROOT_ACCESS_KEY_ID: (\w+)/.exec(compose) ?? []
  expect([site, superuser, user, root]).toEqual(['praktika', 'postgres', 'praktika', 'root'])
  for (const script of ['postgres-init.sh', 'storage-init.sh', 'certificates.sh']) {
    expect(compose).toContain(`./${script}:`)
    await run('sh', ['-n', join(ops, script)])
  }
  // Docker Hub has none of it any more
  expect(compose).not.toMatch(/image: minio/)
})

const noOpenssl = missing('openssl', 'version')
it.skipIf(noOpenssl)(
  `certificates of the containers are for their names alone, and are made once${noOpenssl ?? ''}`,
  async () => {
    const root = await mkdtemp(join(folder, 'certificates-'))
    const places = { database: 'certificate.pem', storage: 'public.crt' }
    for (const name of ['authority', 'database-certificate', 'storage-certificate']) await mkdir(join(root, name))
    const make = () => run('sh', [join(ops, 'certificates.sh'), root])
    await make()
    const ca = join(root, 'authority', 'ca.pem')
    const verify = (name: 'database' | 'storage', host: string) =>
      run('openssl', [
        ...['verify', '-CAfile', ca, '-purpose', 'sslserver', '-verify_hostname', host],
        join(root, `${name}-certificate`, places[name]),
      ])
    await verify('database', 'database')
    await verify('storage', 'storage')
    await expect(verify('database', 'storage')).rejects.toThrow(/hostname mismatch/i)
    for (const key of ['database-certificate/key.pem', 'storage-certificate/private.key'])
      expect((await stat(join(root, key))).mode & 0o777).toBe(0o600)
    // the authority itself can sign nothing more
    expect(await readdir(join(root, 'authority'))).toEqual(['ca.pem'])
    const before = await readFile(ca, 'utf8')
    await make()
    expect(await readFile(ca, 'utf8')).toBe(before)
  },
)

it('the scripts of the installation are none that a shell refuses', async () => {
  const install = await readFile(join(ops, 'install.md'), 'utf8')
  for (const script of ['run.sh', 'migrate.sh']) {
    expect(install).toContain(`ops/${script}`)
    await run('sh', ['-n', join(ops, script)])
  }
})

it('a program of ops/run.sh has the /tmp of the service, where its embedded database listens', async () => {
  const [unit, script] = await Promise.all(
    ['praktika.service', 'run.sh'].map((name) => readFile(join(ops, name), 'utf8')),
  )
  expect(unit).toMatch(/^PrivateTmp=yes$/m)
  expect(script).toContain('--property=JoinsNamespaceOf=praktika.service --property=PrivateTmp=yes')
})

it('systemd starts the site again for as long as its database is away', async () => {
  const unit = await readFile(join(ops, 'praktika.service'), 'utf8')
  expect(unit).toMatch(/^Restart=always$/m)
  // by default the sixth start within ten seconds is the last one, and a start without a database ends at once
  const [head = ''] = unit.split('[Service]')
  expect(head).toMatch(/^StartLimitIntervalSec=0$/m)
})

it('systemd starts the site no more where that cannot help, and leaves the log some room where it can', async () => {
  const unit = await readFile(join(ops, 'praktika.service'), 'utf8')
  expect(unit).toMatch(/^RestartPreventExitStatus=78$/m)
  expect(Number(/^RestartSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(5)
})

it('ops/run.sh refuses files in /tmp, where nobody would find what the program writes', async () => {
  for (const path of ['/tmp/copy.tar.gz', '/var/tmp/copy.tar.gz'])
    await expect(run('sh', [join(ops, 'run.sh'), 'server/backup/backup.ts', path])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(`^${path}: .* Укажите другую, например /var/backups/praktika.\n$`),
    })
})

it('both ways of installing let nothing leave the machine without TLS', async () => {
  const install = await readFile(join(ops, 'install.md'), 'utf8')
  const [, variables = ''] = /cat > \/etc\/praktika\.env <<'END'\n([\s\S]*?)\nEND\n/.exec(install) ?? []
  const env = Object.fromEntries(variables.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)))
  expect(env).toMatchObject({ REQUIRE_TLS: 'true', HSTS_SUBDOMAINS: 'true' })
  // secrets are credentials instead
  expect(secretVariables.filter((name) => name in env && name !== 'DATABASE_URL')).toEqual([])
  for (const name of ['SMTP_URL', 'BACKUP_KEY', 'SECRETS_KEY'])
    expect(install).toMatch(new RegExp(`\\| keep ${name}$`, 'm'))
  const own = { PUBLIC_URL: 'https://school.example' }
  expect(readConfig({ ...env, ...own }).hstsSubdomains).toBe(true)

  const compose = await readFile(join(ops, 'compose.yaml'), 'utf8')
  expect(compose).toContain('REQUIRE_TLS: "true"')
  const of = (name: string) =>
    new RegExp(`^  ${name}: (.*)$`, 'm').exec(compose)?.[1]?.replaceAll(/\$\{\w+:\?\}/g, 'school.example')
  const names = ['HOST', 'PUBLIC_URL', 'DATABASE_URL', 'S3_URL']
  const site = Object.fromEntries(names.map((name) => [name, of(name)]))
  expect(readConfig({ ...site, REQUIRE_TLS: 'true', SMTP_URL: 'smtps://u:p@mail.example:465' }).https).toBe(true)
})
