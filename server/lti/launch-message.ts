import type { LtiShares } from '#contract/lti/lti.schema.ts'
import { ltiScopes } from '#contract/lti/lti-limits.ts'
import { pathTo } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import type { LessonWithCourse } from '#server/lessons/lessons.repo.ts'
import type { Launch } from '#server/lti/lti-access.repo.ts'
import { deploymentOf, lineItemsUrl, lineItemUrl } from '#server/lti/platform.ts'
import { sharedOf } from '#server/lti/present-lti.ts'
import { isConfirmed } from '#server/users/present-profile.ts'
import type { User } from '#server/users/users.table.ts'

/** How long a tool may take to read the message, in seconds. */
const lifeSeconds = 300

const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`
const role = (name: string) => `http://purl.imsglobal.org/vocab/lis/v2/membership#${name}`

/** What school and person let the tool know beside the sign. Tools join accounts by the address: only a confirmed one. */
const personClaims = ({ shares_name, shares_email }: LtiShares, user: User) => ({
  ...(shares_name && { name: `${user.name} ${user.surname}`, given_name: user.name, family_name: user.surname }),
  ...(shares_email && user.email && isConfirmed(user) && { email: user.email }),
})

/** Who opens what, for whom, and where the tool reports to (LTI 1.3 Core, § 5.3 and § 5.4; LTI AGS 2.0, § 3.1). */
export const launchMessage = (
  { publicUrl, appName }: Pick<Config, 'publicUrl' | 'appName'>,
  launch: Launch,
  {
    user,
    lesson,
    isStaff,
    subject,
    nonce,
    shares,
  }: {
    user: User
    lesson: LessonWithCourse
    isStaff: boolean
    subject: string
    nonce: string
    /** What the person allows. */
    shares: LtiShares
  },
) => {
  const { link, tool } = launch
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: publicUrl,
    aud: tool.client_id,
    sub: subject,
    iat: now,
    exp: now + lifeSeconds,
    nonce,
    ...personClaims(sharedOf(tool, shares), user),
    [claim('message_type')]: 'LtiResourceLinkRequest',
    [claim('version')]: '1.3.0',
    [claim('deployment_id')]: deploymentOf(tool),
    [claim('target_link_uri')]: tool.target_url,
    [claim('resource_link')]: { id: String(link.id), title: link.title },
    [claim('roles')]: [role(isStaff ? 'Instructor' : 'Learner')],
    [claim('context')]: {
      id: String(lesson.course.id),
      type: ['http://purl.imsglobal.org/vocab/lis/v2/course#CourseOffering'],
      title: lesson.course.name,
    },
    [claim('tool_platform')]: { guid: new URL(publicUrl).host, name: appName, product_family_code: 'praktika' },
    [claim('launch_presentation')]: {
      document_target: launch.launch.target === 'frame' ? 'iframe' : 'window',
      locale: 'ru',
      return_url: publicUrl + pathTo('lessons.show', { id: lesson.id }),
    },
    [claim('custom')]: link.custom,
    ...(tool.scopes.length > 0 && {
      'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': {
        scope: tool.scopes.map((name) => ltiScopes[name]),
        lineitems: lineItemsUrl({ publicUrl }, lesson.course.id),
        lineitem: lineItemUrl({ publicUrl }, link.id),
      },
    }),
  }
}
