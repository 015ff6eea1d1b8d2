import os
import sys

from platen import Platen, PlatenError

with Platen(os.environ["PLATEN_API_KEY"], url=os.environ["PLATEN_URL"]) as platen:
    try:
        pdf = platen.pdf(html="<h1>Hello {{ name }}</h1>", data={"name": "Ada"}, format="A5")
        pdf.save("hello.pdf")
    except PlatenError as error:
        sys.exit(f"{error.code}: {error}")
