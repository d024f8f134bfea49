import { schoolFormat } from '#contract/dates.ts'
import type { SignatureAnswer } from '#contract/organisation/made-documents.schema.ts'
import { pathTo } from '#contract/pages.ts'
import classes from '#web/organisation/SignatureCheck.module.css'
import { formatDay } from '#web/ui/dates.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'

// Drawn by the server as well: plain elements, without the app's providers.

const minute = schoolFormat({ dateStyle: 'short', timeStyle: 'short' })

/** Whether the number of a simple electronic signature is ours, and what it was made for. */
export const SignatureConfirmation = ({ asked, answer: { signature } }: { asked: string; answer: SignatureAnswer }) => (
  <Box
    links="underlined"
    as="section"
    mb={6}
    pad={5}
    ground="surface"
    round="m"
    edge="line"
    className={classes.confirmation}
    aria-labelledby="signature"
    data-known={signature !== null || undefined}
  >
    {signature ? (
      <>
        <Title id="signature">Подпись подтверждена</Title>
        <Stack as="dl" gap={2} mb={4}>
          <Fact name="Номер подписи">{signature.number}</Fact>
          <Fact name="Документ">
            <a href={signature.file_url}>{signature.title}</a> (PDF)
          </Fact>
          <Fact name="Подписал(а)">{[signature.signer, signature.post].filter(Boolean).join(', ')}</Fact>
          <Fact name="Когда">
            <time dateTime={signature.signed_at}>{minute(signature.signed_at).replace(',', '')}</time> (МСК)
          </Fact>
          <Fact name="Состояние">
            {signature.current
              ? 'Документ действует'
              : `Документ больше не действует${signature.archived_at ? ` с ${formatDay(signature.archived_at)}` : ''}: его заменили или убрали в архив`}
          </Fact>
          <Fact name="Вид подписи">Простая электронная подпись (ст. 9 Федерального закона от 06.04.2011 № 63-ФЗ)</Fact>
          {signature.rules && <Fact name="Порядок применения">{signature.rules}</Fact>}
          <Fact name="SHA-256 файла">
            <Text as="code" size={2}>
              {signature.sha256}
            </Text>
          </Fact>
        </Stack>
        <p>
          Файл подлинный, если его SHA-256 совпадает с этим. Файл по ссылке выше хранится на сайте таким, каким его
          подписали.
        </p>
      </>
    ) : (
      <>
        <Title id="signature">Такой подписи нет</Title>
        <p>
          На этом сайте ничего не подписано с номером «{asked.slice(0, 60)}». Проверьте номер: в нём 28 знаков по четыре
          через дефис, в старых документах 12.
        </p>
      </>
    )}
  </Box>
)

const Title = (props: { id: string; children: string }) => <Text as="h2" mb={3} size={6} {...props} />

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <Box gap={0.5} gapX={4} className={classes.fact}>
    <Text as="dt" tone="quiet">
      {name}
    </Text>
    <Text as="dd" anywhere>
      {children}
    </Text>
  </Box>
)

/** Where the number of a signature is typed from paper; works without scripts. */
export const SignatureForm = ({ asked = '' }: { asked?: string | undefined }) => (
  <Box
    unprinted
    as="form"
    mt={6}
    edge="top"
    anywhere
    className={classes.form}
    action={pathTo('organisation.page3')}
    method="get"
    aria-labelledby="signature-form"
  >
    <Title id="signature-form">Проверить электронную подпись</Title>
    <Text mb={3} tone="soft" id="signature-hint">
      Номер стоит в конце документа, который подписан на этом сайте, например 7K3M-9QXD-2TWB-H5VN-04ZC-JR8P-6FYE. Дефисы
      можно не ставить.
    </Text>
    <Row gap={3} wrap align="end">
      <Stack as="label" gap={1} className={classes.label}>
        <span>Номер подписи</span>
        <Box
          as="input"
          pad={2}
          padX={3}
          tone="ink"
          ground="surface"
          round="s"
          className={classes.field}
          name="signature"
          defaultValue={asked}
          required
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="signature-hint"
        />
      </Stack>
      <Box as="button" pad={2} padX={4.5} weight="medium" round="s" className={classes.button} type="submit">
        Проверить
      </Box>
    </Row>
  </Box>
)
