/** Plain text that people typed in lines, as paragraphs. */
export const Paragraphs = ({ text }: { text: string }) =>
  text
    .split(/\n+/)
    .filter((line) => line.trim())
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have nothing else
    .map((line, index) => <p key={index}>{line}</p>)
