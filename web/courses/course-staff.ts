/** What only those who teach or run a course see on its page. It is shown together, so it is one bundle. */
export { CourseActions } from '#web/courses/CourseActions.tsx'
export { CourseBin } from '#web/courses/CourseBin.tsx'
export { CoursePeople } from '#web/courses/CoursePeople.tsx'
export { OutlineEditor } from '#web/courses/outline/OutlineEditor.tsx'
export { CourseImports } from '#web/imports/CourseImports.tsx'
