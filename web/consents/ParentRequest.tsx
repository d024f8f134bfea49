import { useQuery } from '@tanstack/react-query'
import { fullName } from '#contract/users/names.ts'
import { isExpired, parentRequestQuery } from '#web/consents/consents.queries.ts'
import { Operator } from '#web/consents/Operator.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** Explains to a parent, before the text, what they are asked for, or that there is nothing left to decide. */
const ParentRequest = ({ token }: { token: string }) => {
  const { data, error } = useQuery(parentRequestQuery(token))
  if (isExpired(error))
    return (
      <Notice tone="warn">
        <b>Ссылка больше не действует.</b> По ней уже ответили, или её срок вышел. Если вы дали согласие, посмотреть и
        отозвать его можно по ссылке из письма «согласие записано». Если нет, нужно новое письмо: когда ребёнок
        регистрировался сам, пусть зарегистрируется ещё раз, а когда учётную запись открыла школа, попросите её написать
        вам снова.
      </Notice>
    )
  if (!data) return null
  return (
    <Notice>
      {data.by_school ? (
        <>
          Школа создала на этом сайте учётную запись для ребёнка: <b>{fullName(data)}</b>. По возрасту, чтобы входить в
          неё, нужно ваше согласие.
        </>
      ) : (
        <>
          <b>{fullName(data)}</b> просит открыть учётную запись на этом сайте. По возрасту для этого нужно ваше
          согласие.
        </>
      )}{' '}
      Прочитайте текст и ответьте внизу страницы.
      <Operator operator={data.operator} />
    </Notice>
  )
}

export default ParentRequest
