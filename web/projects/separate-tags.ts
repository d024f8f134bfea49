/**
 * Tags, one by one: what a field has got as one text, from a keyboard that reports no commas or by leaving it, may be a
 * whole list of them. Each once, whatever its case.
 */
export const separateTags = (tags: string[]) => {
  const each = tags.flatMap((tag) => tag.split(/[,;\n]/)).flatMap((tag) => tag.trim() || [])
  return [...new Map(each.map((tag) => [tag.toLowerCase(), tag])).values()]
}
