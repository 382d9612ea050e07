/** What is typed into the wish form, kept while the popup is closed. */
export interface WishDraft {
  whichUseCase: string;
  /** Null until the person has changed it: their own address stands there. */
  userEmail: string | null;
}

export const emptyWish: WishDraft = { whichUseCase: "", userEmail: null };
