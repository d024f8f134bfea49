import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Why there is no certificate here, for the title of a skipped test; null when there can be one. */
export const noOpenssl = spawnSync('openssl', ['version']).status === 0 ? null : ' (нет openssl)'

/** Makes a certificate for a name that is signed by its own key alone, valid for a day; returns the paths of both. */
export const ownCertificate = async (folder: string, name: string) => {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', `/CN=${name}`, '-days', '1', '-addext', `subjectAltName=DNS:${name}`]
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...[...subject, '-keyout', key, '-out', certificate],
  ])
  return { certificate, key }
}

/**
 * Makes an authority in a folder; its `issue` signs certificates for names, valid for a day, and returns the paths of
 * both halves.
 */
export const ownAuthority = async (folder: string) => {
  const { certificate: authority, key: authorityKey } = await ownCertificate(folder, 'Authority')
  const issue = async (file: string, name: string) => {
    const [certificate, key] = [join(folder, `${file}.crt`), join(folder, `${file}.key`)]
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-subj', `/CN=${name}`, '-days', '1', '-addext', `subjectAltName=DNS:${name}`],
      ...['-addext', 'basicConstraints=critical,CA:FALSE', '-CA', authority, '-CAkey', authorityKey],
      ...['-keyout', key, '-out', certificate],
    ])
    return { certificate, key }
  }
  return { authority, issue }
}
