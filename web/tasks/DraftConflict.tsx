import { Button } from '@mantine/core'
import { IconDeviceLaptop, IconServer } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isEmptyRichText } from '#contract/content/rich-text.ts'
import type { Draft } from '#contract/tasks/tasks.schema.ts'
import type { DraftSync } from '#web/tasks/draft-sync.ts'
import classes from '#web/tasks/LessonWork.module.css'
import { Card } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { RichText } from '#web/ui/RichText.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Two versions of one draft, side by side: the person chooses, and can take the choice back. */
export const DraftConflict = ({ mine, theirs, sync }: { mine: string; theirs: Draft; sync: DraftSync }) => {
  const choose = (whose: 'mine' | 'theirs') => {
    const other = sync.choose(whose)
    if (other === null) return
    toast({
      severity: 'success',
      summary: whose === 'mine' ? 'Осталась версия с этого устройства' : 'Взята версия с сервера',
      key: 'draft-conflict',
      life: 20_000,
      action: { label: 'Вернуть другую', onClick: () => sync.change(other) },
    })
  }
  return (
    <Card role="group" aria-labelledby="conflict-title">
      <h3 id="conflict-title">Черновик изменён в другом месте</h3>
      <p className={classes.note} role="alert">
        Пока вы писали здесь, работу сохранили на другом устройстве или в другой вкладке. Обе версии целы: выберите, с
        какой продолжить.
      </p>
      <div className={classes.versions}>
        <Version
          icon={<IconDeviceLaptop size={18} stroke={1.75} aria-hidden="true" />}
          name="На этом устройстве"
          html={mine}
        >
          <Button onClick={() => choose('mine')}>Оставить мою</Button>
        </Version>
        <Version
          icon={<IconServer size={18} stroke={1.75} aria-hidden="true" />}
          name={theirs.saved_at ? `На сервере, ${formatMoment(theirs.saved_at)}` : 'На сервере'}
          html={theirs.content}
        >
          <Button variant="default" onClick={() => choose('theirs')}>
            Взять с сервера
          </Button>
        </Version>
      </div>
    </Card>
  )
}

const Version = ({
  icon,
  name,
  html,
  children,
}: {
  icon: ReactNode
  name: string
  html: string
  children: ReactNode
}) => (
  <section className={classes.version} aria-label={name}>
    <h4>
      {icon}
      {name}
    </h4>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long version is scrolled with keys */}
    <div tabIndex={0}>
      {isEmptyRichText(html) ? (
        <p className={classes.note}>Пусто</p>
      ) : (
        <RichText html={html} className={classes.text as string} />
      )}
    </div>
    {children}
  </section>
)
