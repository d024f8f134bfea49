import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const ProfilePage = () => (
  <Wrap>
    <PageHeader title="Профиль" />
  </Wrap>
)

export default ProfilePage
