import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const UserPage = () => (
  <Wrap>
    <PageHeader title="Профиль" />
  </Wrap>
)

export default UserPage
