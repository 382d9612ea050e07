/** Event streams that one person may have open at a process. */
export const maxStreams = 10;
/** Of these, at one run: three pages may follow it. */
export const maxStreamsPerRun = 3;
