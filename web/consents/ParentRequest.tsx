import { useQuery } from '@tanstack/react-query'
import { parentRequestQuery } from '#web/consents/consents.queries.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** Says to a parent, before the text, what they are asked for. */
const ParentRequest = ({ token }: { token: string }) => {
  const { data } = useQuery(parentRequestQuery(token))
  if (!data) return null
  return (
    <Notice>
      <b>{data.name}</b> просит открыть учётную запись на этом сайте. По возрасту для этого нужно ваше согласие.
      Прочитайте текст и ответьте внизу страницы.
    </Notice>
  )
}

export default ParentRequest
