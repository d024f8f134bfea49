import type { FileCheck } from '#contract/files/check-file.ts'

/** The allowed types as a file input wants them: extensions with their dot. */
export const inputAccept = (check?: FileCheck) =>
  check?.types?.map((type) => (/^\.|\//.test(type) ? type : `.${type}`)).join(',')

/** Whether a photo from the camera would pass the check. */
export const takesPictures = (check?: FileCheck) =>
  !check?.types || check.types.some((type) => /^(image\/(\*|jpe?g)|\.?jpe?g)$/i.test(type))
