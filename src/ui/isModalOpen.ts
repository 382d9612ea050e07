/** A dialog is open over the page, and must be answered or left first. Support beside the page is none. */
export const isModalOpen = (): boolean => document.querySelector("dialog:modal, .scrim") !== null;
