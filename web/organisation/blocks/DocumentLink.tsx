import { formatSize } from '#contract/files/file-size.ts'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { signaturePath } from '#contract/organisation/signature-number.ts'
import { Link } from '#web/app/Link.tsx'
import { documentDays, formatName, signatureText } from '#web/organisation/blocks/document-facts.ts'
import { Box, Text } from '#web/ui/layout.tsx'

/** A document with what the law wants said of it; `name` marks up the link. */
export const DocumentLink = ({ document, name }: { document: OrganisationDocument; name?: string }) => {
  const { title, file, signature_file } = document
  const days = documentDays(document)
  const signature = signatureText(document)
  const number = document.signature?.number
  return (
    <div>
      <a href={file.url} itemProp={name}>
        {title}
      </a>{' '}
      <Text as="span" block mt={0.5} size={2} tone="quiet" tight>
        {formatName(file.name)}, {formatSize(file.size)}
        {days && `, ${days}`}
      </Text>
      {(signature || signature_file) && (
        <Box mt={0.5} size={2} tone="quiet" tight>
          {signature
            ? `${number ? 'Простая электронная' : 'Электронная'} подпись: ${signature}`
            : 'Электронная подпись'}
          {number && (
            <>
              {' · '}
              <Link to={signaturePath(number)} aria-label={`Проверить подпись: ${title}`}>
                Проверить подпись
              </Link>
            </>
          )}
          {signature_file && (
            <>
              {' · '}
              <a href={signature_file.url} aria-label={`Файл подписи: ${title}`} download={signature_file.name}>
                Файл подписи
              </a>{' '}
              {formatName(signature_file.name)}, {formatSize(signature_file.size)}
            </>
          )}
        </Box>
      )}
    </div>
  )
}
