import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'

const safe = { REQUIRE_TLS: 'true', PUBLIC_URL: 'https://school.example' }

describe('REQUIRE_TLS', () => {
  it.each([
    [{}],
    [{ DATABASE_URL: 'postgres://praktika@localhost/praktika?host=/var/run/postgresql' }],
    [{ DATABASE_URL: 'postgres://u:p@127.0.0.1/school', DATABASE_DIRECT_URL: 'postgres://u:p@[::1]:5433/school' }],
    [{ DATABASE_URL: 'postgres://praktika@%2Fvar%2Frun%2Fpostgresql/praktika' }],
    [{ DATABASE_URL: 'postgres://u:p@db.example/school?sslmode=verify-full&sslrootcert=/etc/ca.pem' }],
    [{ S3_URL: 'https://key:secret@s3.example/school', SMTP_URL: 'smtps://u:p@mail.example:465' }],
    [{ S3_URL: 'http://key:secret@127.0.0.1:9000/school', SMTP_URL: 'smtp://localhost:25?requireTLS=false' }],
    [{ SMTP_URL: 'smtp://mail.example:587?requireTLS=true', OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example' }],
    [{ CLAMAV_URL: 'unix:/run/clamav/clamd.ctl' }],
    [{ CLAMAV_URL: 'tcp://127.0.0.1:3310', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }],
  ])('accepts %j', (env) => expect(readConfig({ ...safe, ...env }).https).toBe(true))

  it.each([
    ['PUBLIC_URL', { PUBLIC_URL: 'http://school.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: '' }],
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '192.168.0.5' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@db.example/school' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@db.example/school?sslmode=require' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@db.example/school?sslmode=no-verify' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@db.example/school?sslmode=verify-full&sslmode=disable' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@localhost/school?host=db.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@localhost/school?host=/tmp&host=db.example' }],
    [
      'DATABASE_DIRECT_URL',
      { DATABASE_URL: 'postgres://localhost/a', DATABASE_DIRECT_URL: 'postgres://u:p@db.example/school' },
    ],
    [
      'DATABASE_REPLICA_URL',
      { DATABASE_URL: 'postgres://localhost/a', DATABASE_REPLICA_URL: 'postgres://u:p@db.example/school' },
    ],
    ['S3_URL', { S3_URL: 'http://key:secret@s3.example/school' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example:587?requireTLS=false' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example:587?ignoreTLS=true' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://mail.example?secure=false' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example:4318' }],
    ['CLAMAV_URL', { CLAMAV_URL: 'tcp://clamav.example:3310' }],
    ['LTI_LOCAL_TOOLS', { LTI_LOCAL_TOOLS: 'true' }],
    ['NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ])('refuses %s: %j', (name, env) => {
    const refused = () => readConfig({ ...safe, ...env })
    expect(refused).toThrow(ConfigError)
    expect(refused).toThrow(new RegExp(`^Переменная ${name}: с REQUIRE_TLS .*[а-яё]`))
  })

  it('changes nothing unless it is set', () => {
    const env = { PUBLIC_URL: 'http://school.example', S3_URL: 'http://key:secret@s3.example/school', HOST: '0.0.0.0' }
    for (const value of ['', 'false', undefined])
      expect(readConfig({ ...env, REQUIRE_TLS: value }).publicUrl).toBe('http://school.example')
  })

  it('says no secret of an address', () => {
    const env = { ...safe, S3_URL: 'http://key:hidden@s3.example/school' }
    expect(() => readConfig(env)).toThrow(/^((?!hidden).)*$/)
  })
})
