/** The element of a project's page that shows a comment. */
export const placeOfProjectComment = (commentId: number) => `comment-${commentId}`
