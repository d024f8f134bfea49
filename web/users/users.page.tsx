import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const UsersPage = () => (
  <Wrap>
    <PageHeader title="Пользователи" />
  </Wrap>
)

export default UsersPage
