const hex = (digits: string) => Buffer.from(digits, 'hex')

/** A program of Linux, as far as its type goes. */
export const elf = Buffer.concat([hex('7f454c46020101'), Buffer.alloc(57)])

/** A program of Windows: the header of DOS, which points to its own. */
export const portable = (header = 'PE\0\0') => {
  const bytes = Buffer.alloc(512)
  bytes.write('MZ', 'latin1')
  bytes.writeUInt32LE(128, 60)
  bytes.write(header, 128, 'latin1')
  return bytes
}

export const machO = Buffer.concat([hex('cffaedfe0700000103000000'), Buffer.alloc(40)])
export const universalMachO = Buffer.concat([hex('cafebabe00000002'), Buffer.alloc(40)])
export const shortcut = Buffer.concat([hex('4c0000000114020000000000c000000000000046'), Buffer.alloc(80)])

/** A package as old office documents and installers have it, with the class of its root, in sectors of 512 bytes. */
export const packageOf = (rootClass: string) => {
  const bytes = Buffer.alloc(4096)
  hex('d0cf11e0a1b11ae1').copy(bytes)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(3, 48)
  hex(rootClass).copy(bytes, 4 * 512 + 80)
  return bytes
}
export const installer = packageOf('84100c0000000000c000000000000046')
export const wordDocument = packageOf('0609020000000000c000000000000046')
