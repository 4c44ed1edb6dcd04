// Forms: as many seats as players; a record from a file.

const setup = document.getElementById("setup");
if (setup) {
  const fit = () => {
    const players = Number(setup.elements.players.value);
    for (const row of setup.querySelectorAll(".seat-row")) {
      const seat = Number(row.dataset.seat);
      row.hidden = seat >= players;
      const wish = row.querySelector("select").value;
      row.querySelector("input").hidden = wish === "link" || wish.startsWith("bot-");
    }
  };
  setup.addEventListener("change", fit);
  fit();
}

document.getElementById("file")?.addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) document.getElementById("record").value = await file.text();
});
