import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { formatSize } from '#web/files/file-sizes.ts'
import { documentDays, formatWord, signatureWords } from '#web/organisation/blocks/document-facts.ts'
import classes from '#web/organisation/blocks/Values.module.css'

/** A document with what the law wants said of it; `name` marks up the link. */
export const DocumentLink = ({ document, name }: { document: OrganisationDocument; name?: string }) => {
  const { title, file, signature_file } = document
  const days = documentDays(document)
  const signature = signatureWords(document)
  return (
    <div className={classes.document}>
      <a href={file.url} itemProp={name}>
        {title}
      </a>{' '}
      <span className={classes.facts}>
        {formatWord(file.name)}, {formatSize(file.size)}
        {days && `, ${days}`}
      </span>
      {(signature || signature_file) && (
        <div className={classes.facts}>
          {signature ? `Электронная подпись: ${signature}` : 'Электронная подпись'}
          {signature_file && (
            <>
              {' · '}
              <a href={signature_file.url} aria-label={`Файл подписи: ${title}`} download={signature_file.name}>
                Файл подписи
              </a>{' '}
              {formatWord(signature_file.name)}, {formatSize(signature_file.size)}
            </>
          )}
        </div>
      )}
    </div>
  )
}
