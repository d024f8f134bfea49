import { NotFoundScreen } from '#web/app/not-found.page.tsx'

export default NotFoundScreen
