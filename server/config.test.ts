import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'

describe('the environment', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, 2)).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('./data'),
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseFiles: new Map(),
      databaseReplicaUrl: null,
      databaseOwnerUrl: null,
      publicUrl: 'http://127.0.0.1:3000',
      smtpUrl: null,
      s3Url: null,
      clamavUrl: null,
      maxFileSize: 2_147_483_648,
      workers: 1,
      backupDir: null,
      backupKeep: 14,
      backupKey: null,
      secretKeys: [],
      metricsPort: null,
      metricsToken: null,
      otlpUrl: null,
      traceRatio: 1,
      connectionsPerAddress: 2000,
      publishPerDay: 20,
      uploadQuota: { perDay: 5 * 2 ** 30, storage: 50 * 2 ** 30 },
      drainMs: 0,
      vapid: null,
      oidc: null,
      appName: 'Практика',
      demo: true,
      https: false,
      behindProxy: false,
      webhooksToLoopback: false,
      outgoingHosts: null,
      ltiLocalTools: false,
      hstsSubdomains: false,
      logSecurity: false,
    })
  })

  it('treats an empty variable as one that is not set', () => {
    const names = [
      'PORT',
      'HOST',
      'DATA_DIR',
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'DATABASE_REPLICA_URL',
      'PUBLIC_URL',
      'SMTP_URL',
      'S3_URL',
      'MAX_FILE_SIZE',
      'QUOTA_PUBLISH_PER_DAY',
      'QUOTA_UPLOAD_PER_DAY',
      'QUOTA_STORAGE',
      'WORKERS',
      'METRICS_PORT',
      'METRICS_TOKEN',
      'CONNECTIONS_PER_ADDRESS',
      'APP_NAME',
      'DEMO',
    ]
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}))
  })

  it('overrides the defaults', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '::1',
      DATA_DIR: '/srv/data',
      DATABASE_URL: 'postgres://u:p@db.example/school',
      DATABASE_DIRECT_URL: 'postgres://u:p@db.example:5433/school',
      DATABASE_REPLICA_URL: 'postgres://u:p@replica.example/school',
      SMTP_URL: 'smtps://mail.example',
      S3_URL: 'https://key:secret@s3.example/school',
      MAX_FILE_SIZE: '1048576',
      QUOTA_PUBLISH_PER_DAY: '5',
      QUOTA_UPLOAD_PER_DAY: '2000',
      QUOTA_STORAGE: '3000',
      WORKERS: '3',
      METRICS_PORT: '9464',
      APP_NAME: 'Школа',
    })
    expect(config).toMatchObject({ port: 8080, dataDir: '/srv/data', publicUrl: 'http://[::1]:8080', appName: 'Школа' })
    expect(config).toMatchObject({ databaseUrl: 'postgres://u:p@db.example/school', smtpUrl: 'smtps://mail.example' })
    expect(config).toMatchObject({
      databaseDirectUrl: 'postgres://u:p@db.example:5433/school',
      databaseReplicaUrl: 'postgres://u:p@replica.example/school',
    })
    expect(config).toMatchObject({
      workers: 3,
      metricsPort: 9464,
      publishPerDay: 5,
      uploadQuota: { perDay: 2000, storage: 3000 },
    })
    expect(config).toMatchObject({ s3Url: 'https://key:secret@s3.example/school', maxFileSize: 1_048_576 })
    expect(readConfig({ PUBLIC_URL: 'https://school.example//' })).toMatchObject({
      publicUrl: 'https://school.example',
      https: true,
      behindProxy: true,
    })
  })

  it.each([
    [1, 1],
    [3, 1],
    [4, 2],
    [7, 3],
    [16, 8],
    [64, 8],
  ])('starts, on %i cores, %i processes', (cores, workers) => expect(readConfig({}, cores).workers).toBe(workers))

  it.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://localhost:5000' }, true],
    [{ PUBLIC_URL: 'http://[::1]:5000' }, true],
    [{ PUBLIC_URL: 'https://school.example' }, false],
    [{ PUBLIC_URL: 'http://localhost.school.example' }, false],
    [{ HOST: '192.168.0.5' }, false],
    [{ DATABASE_URL: 'postgres://localhost/a' }, false],
    [{ DATABASE_URL: 'postgres://localhost/a', DEMO: 'true' }, true],
    [{ PUBLIC_URL: 'https://school.example', DEMO: 'true' }, true],
    [{ DEMO: 'false' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, true],
  ])('%j: the demo school %s', (env, demo) => expect(readConfig(env).demo).toBe(demo))

  it.each([
    ['PORT', 'три тысячи'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '30.5'],
    ['DATABASE_URL', 'mysql://localhost/a'],
    ['DATABASE_DIRECT_URL', 'mysql://localhost/a'],
    ['DATABASE_DIRECT_URL', 'postgres://localhost/a'],
    ['DATABASE_REPLICA_URL', 'postgres://localhost/a'],
    ['DATABASE_OWNER_URL', 'postgres://localhost/a'],
    ['PUBLIC_URL', 'school.example'],
    ['PUBLIC_URL', 'ftp://school.example'],
    ['SMTP_URL', 'http://mail.example'],
    ['S3_URL', 's3://school'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['CLAMAV_URL', 'http://127.0.0.1:3310'],
    ['CLAMAV_URL', 'tcp://127.0.0.1:3310?max=25M'],
    ['CLAMAV_URL', 'tcp://127.0.0.1:3310?max=0'],
    ['MAX_FILE_SIZE', '2 GB'],
    ['MAX_FILE_SIZE', '0'],
    ['QUOTA_PUBLISH_PER_DAY', 'много'],
    ['QUOTA_UPLOAD_PER_DAY', '5 ГБ'],
    ['QUOTA_STORAGE', '0'],
    ['WORKERS', '0'],
    ['WORKERS', 'все'],
    ['METRICS_PORT', '0'],
    ['METRICS_TOKEN', 'too short'],
    ['METRICS_PORT', '3000'],
    ['CONNECTIONS_PER_ADDRESS', '0'],
    ['DEMO', 'да'],
  ])('refuses %s=%s by name and in Russian', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^Переменная ${name}: .*[а-яё]`))
    expect(read).not.toThrow(/Invalid|expected|Too/)
  })

  it.each([
    ['localhost', 'http://localhost:3000'],
    ['app_1', 'http://app_1:3000'],
    ['192.168.0.5', 'http://192.168.0.5:3000'],
    ['fe80::1%eth0', 'http://[fe80::1]:3000'],
  ])('listens on HOST=%s', (host, publicUrl) => expect(readConfig({ HOST: host })).toMatchObject({ host, publicUrl }))

  it.each([
    ['PORT', '70000', 'должна быть целым числом от 0 до 65535'],
    ['WORKERS', '0', 'должна быть целым числом от 1'],
    ['BACKUP_KEEP', '1.5', 'должна быть целым числом от 1'],
    ['MAX_FILE_SIZE', '2 GB', 'должна быть целым числом байт от 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'должна быть числом от 0 до 1'],
    ['DRAIN_SECONDS', 'долго', 'должна быть числом от 0 до 300'],
    ...['bad host', '999.1.1.1', 'localhost:3000', 'http://localhost', '1:2'].map((host) => [
      'HOST',
      host,
      'должна быть адресом или именем этой машины, например 127.0.0.1 или 0.0.0.0',
    ]),
    ['SMTP_URL', 'smtp://mail.example:99999', 'должна быть вида smtps://имя:пароль@адрес:порт'],
    ['OIDC_ISSUER', 'nonsense', 'должна быть вида https://id.school.example'],
    ['CLAMAV_URL', 'nonsense', 'должна быть вида tcp://127.0.0.1:3310 или unix:/run/clamav/clamd.ctl'],
    [
      'OUTGOING_HOSTS',
      'https://a.example',
      'должна быть списком имён через запятую, например hooks.example,*.push.example,lms.example:8443; или none',
    ],
    ...['/school', '?a=1', '#a'].map((rest) => [
      'PUBLIC_URL',
      `https://school.example${rest}`,
      'должна быть без пути и параметров: сайт занимает весь адрес, например https://school.example',
    ]),
  ])('says of %s=%s what it must be', (name = '', value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(`Переменная ${name}: ${sentence}`))
  })

  it.each(['/srv/data/files', '/srv/data/files/copies', '/srv/data/copies/../files/a'])(
    'refuses BACKUP_DIR=%s in the folder of files, whose copies would contain the earlier ones',
    (BACKUP_DIR) => {
      const env = { DATA_DIR: '/srv/data', BACKUP_DIR }
      expect(() => readConfig(env)).toThrow(
        new ConfigError(
          'Переменная BACKUP_DIR: эта папка внутри папки файлов /srv/data/files, и в каждую копию попали бы прежние. Укажите другую, лучше на другом диске',
        ),
      )
      const s3 = { S3_URL: 'https://key:secret@s3.example/school' }
      expect(readConfig({ ...env, ...s3 }).backupDir).toMatch(/^\/srv\/data\/files/)
    },
  )

  it.each(['/srv/data', '/srv/data/copies', '/srv/data/files-copies'])('takes BACKUP_DIR=%s', (backupDir) => {
    expect(readConfig({ DATA_DIR: '/srv/data', BACKUP_DIR: backupDir })).toMatchObject({ backupDir })
  })

  describe('of an identity provider', () => {
    const needed = { OIDC_ISSUER: 'https://id.school.example', OIDC_CLIENT_ID: 'site', OIDC_CLIENT_SECRET: 'secret' }

    it('names the provider, its button and what gives roles', () => {
      expect(readConfig(needed, 2).oidc).toMatchObject({ name: 'учётную запись школы', roleClaim: null, roles: {} })
      const roles = { OIDC_ROLE_CLAIM: 'realm_access.roles', OIDC_ROLES: 'учителя:teacher, urn:heads : curator' }
      expect(readConfig({ ...needed, ...roles }, 2).oidc).toMatchObject({
        roleClaim: 'realm_access.roles',
        roles: { учителя: 'teacher', 'urn:heads': 'curator' },
      })
    })

    it.each([
      [{ DATABASE_URL: 'postgres://praktika:change-me@db/praktika' }, /DATABASE_URL: в ней пароль из нашего примера/],
      [{ S3_URL: 'http://praktika:change-me-too@storage:9000/praktika' }, /S3_URL: в ней пароль из нашего примера/],
      [{ BACKUP_KEY: 'a long pass phrase of your own' }, /BACKUP_KEY: в ней пароль из нашего примера/],
      [{ OIDC_NAME: 'Вход' }, /OIDC_NAME: задают только вместе с OIDC_ISSUER/],
      [{ ...needed, OIDC_CLIENT_SECRET: '' }, /OIDC_CLIENT_SECRET: нужна/],
      [{ ...needed, OIDC_ISSUER: 'http://id.school.example' }, /OIDC_ISSUER: должен начинаться с https/],
      [{ ...needed, OIDC_ROLES: 'a:teacher' }, /OIDC_ROLES: задают только вместе с OIDC_ROLE_CLAIM/],
      [{ ...needed, OIDC_ROLE_CLAIM: 'groups' }, /OIDC_ROLE_CLAIM: задают только вместе с OIDC_ROLES/],
      [{ ...needed, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a:headmaster' }, /OIDC_ROLES: должна быть вида/],
    ])('refuses %j', (env: Record<string, string>, expected) => {
      expect(() => readConfig(env, 2)).toThrow(expected)
    })
  })
})
