import { Button } from '@mantine/core'
import { IconAppWindow, IconExternalLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LtiLink, LtiShares } from '#contract/lti/lti.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { lateDialog } from '#web/app/late.tsx'
import { reportError } from '#web/data/report-error.ts'
import { lessonQuery } from '#web/lessons/lessons.queries.ts'
import { LinkResults } from '#web/lti/LinkResults.tsx'
import { LinkState } from '#web/lti/LinkState.tsx'
import { linksQuery, useLaunch } from '#web/lti/lti.queries.ts'
import { ContentFrame } from '#web/ui/ContentFrame.tsx'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'
import { toast } from '#web/ui/toasts.ts'

/** What the tool learns of the person who opens it. */
const sharedText = ({ shares_name, shares_email }: LtiLink) => {
  if (shares_name && shares_email) return 'Инструмент узнает ваше имя и почту.'
  if (shares_name) return 'Инструмент узнает ваше имя.'
  if (shares_email) return 'Инструмент узнает вашу почту.'
  return 'Ни имени, ни почты инструмент не узнает.'
}

const ToolConsentDialog = lateDialog(() => import('#web/lti/ToolConsentDialog.tsx'))

const failure = 'Не удалось открыть инструмент'

const Tool = ({
  link,
  staff,
  disabled,
  onOpen,
}: {
  link: LtiLink
  staff: boolean
  disabled: boolean
  onOpen: () => void
}) => {
  const [url, setUrl] = useState<string | null>(null)
  const [showsResults, setShowsResults] = useState(false)
  const here = useLaunch(link.id)
  const apart = useLaunch(link.id)
  const [asked, setAsked] = useState<'frame' | 'window' | null>(null)
  const openHere = async (consent?: LtiShares) => {
    try {
      setUrl((await here.mutateAsync({ target: 'frame', ...(consent && { consent }) })).url)
      onOpen()
    } catch (error) {
      reportError(error, failure)
    }
  }
  const openApart = async (consent?: LtiShares) => {
    // at once: a browser lets no page open a tab later
    const tab = window.open('', '_blank')
    if (!tab) return toast({ severity: 'info', summary: 'Разрешите сайту открывать вкладки и нажмите ещё раз' })
    try {
      const launch = await apart.mutateAsync({ target: 'window', ...(consent && { consent }) })
      tab.opener = null
      tab.location.replace(launch.url)
      onOpen()
    } catch (error) {
      tab.close()
      reportError(error, failure)
    }
  }
  const open = (target: 'frame' | 'window', consent?: LtiShares) => {
    // before the first launch the person sees what the tool learns
    if (!link.agreed && !consent) return setAsked(target)
    setAsked(null)
    void (target === 'frame' ? openHere(consent) : openApart(consent))
  }
  const { shares_name, shares_email } = link
  return (
    <Section title={link.title} mt={6}>
      <Text size={3} tone="soft">
        «{link.tool.name}» — инструмент на другом сайте. {sharedText(link)}
        {link.in_journal && !staff && ' Балл попадёт в журнал.'}
      </Text>
      {link.works ? (
        <Row gap={2} wrap>
          {url === null && (
            <Button
              leftSection={<IconAppWindow size={17} aria-hidden="true" />}
              disabled={disabled}
              loading={here.isPending}
              onClick={() => open('frame')}
            >
              Открыть здесь
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconExternalLink size={17} aria-hidden="true" />}
            disabled={disabled}
            loading={apart.isPending}
            onClick={() => open('window')}
          >
            Открыть в новой вкладке
          </Button>
        </Row>
      ) : (
        <Text tone="quiet">Школа больше не пользуется этим инструментом: открыть его нельзя.</Text>
      )}
      {asked && (
        <ToolConsentDialog
          name={link.tool.name}
          mayShare={{ shares_name, shares_email }}
          reports={link.reports && !staff}
          given={{ shares_name, shares_email }}
          action="Согласиться и открыть"
          onAgree={(shares) => open(asked, shares)}
          onClose={() => setAsked(null)}
        />
      )}
      {url !== null && link.works && (
        <ContentFrame
          title={link.title}
          src={url}
          allow="fullscreen; autoplay"
          note={
            <Text size={2} tone="quiet" from={16}>
              Некоторые инструменты внутри урока не работают: тогда откройте в новой вкладке.
            </Text>
          }
        />
      )}
      <Row gap={3} wrap size={2} tone="quiet" role="status">
        {staff ? (
          'Вы открываете инструмент как преподаватель: ваш результат не сохраняется.'
        ) : (
          <LinkState state={link.state} link={link} />
        )}
      </Row>
      {!staff && link.state?.comment && (
        <Text size={3} lines anywhere>
          {link.state.comment}
        </Text>
      )}
      {staff && (
        <Fold onToggle={({ currentTarget }) => setShowsResults(currentTarget.open)}>
          <FoldSummary justify="between">
            <Text as="span" weight="medium">
              Результаты {called('студентов')}
            </Text>
            <FoldArrow />
          </FoldSummary>
          <Box pad={4}>{showsResults && <LinkResults link={link} />}</Box>
        </Fold>
      )}
    </Section>
  )
}

/** A tool that reports work as completed marks its lesson as read: the page reads it from the result. */
const useReadByTool = (lessonId: number, completed: number | undefined) => {
  const client = useQueryClient()
  const known = useRef(completed)
  useEffect(() => {
    if (completed === undefined) return
    if (known.current !== undefined && completed > known.current)
      void client.invalidateQueries({ queryKey: lessonQuery(lessonId).queryKey })
    known.current = completed
  }, [client, lessonId, completed])
}

/** The tools of a lesson, below its text. `disabled`: they are only looked at. */
const LessonTools = ({ lessonId, staff, disabled }: { lessonId: number; staff: boolean; disabled: boolean }) => {
  const [open, setOpen] = useState(false)
  const query = useQuery(linksQuery(lessonId, open))
  useReadByTool(lessonId, query.data?.links.filter(({ state }) => state?.completed).length)
  return (
    <ListState query={query}>
      {({ links }) =>
        links.map((link) => (
          <Tool key={link.id} link={link} staff={staff} disabled={disabled} onOpen={() => setOpen(true)} />
        ))
      }
    </ListState>
  )
}

export default LessonTools
