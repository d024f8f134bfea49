import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const HomePage = () => (
  <Wrap>
    <PageHeader title="Главная" />
  </Wrap>
)

export default HomePage
