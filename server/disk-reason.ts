const reasons: Record<string, string> = {
  ENOENT: 'такого пути на диске нет',
  ENOTDIR: 'на этом пути файл, а не папка',
  EACCES: 'нет прав',
  EPERM: 'нет прав',
  EROFS: 'диск открыт только для чтения',
  ENOSPC: 'на диске кончилось место',
}

/** Why the disk refused something, as a part of a Russian sentence; what the system says where that is rare. */
export const diskReason = (error: unknown) => {
  const { code = '', message } = error as NodeJS.ErrnoException
  return reasons[code] ?? message
}
