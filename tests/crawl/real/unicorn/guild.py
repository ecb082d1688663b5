"""A register on Django Unicorn: components whose state stands in the page, changed by messages.

usage: guild.py MEMBERS PORT
"""

import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.shortcuts import render
from django.urls import include, path

FOLDER = Path(__file__).parent

settings.configure(
    ALLOWED_HOSTS=["*"],
    CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
    DEBUG=True,
    INSTALLED_APPS=["django.contrib.staticfiles", "django_unicorn", "components"],
    MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="of a test",
    STATIC_URL="/static/",
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "DIRS": [FOLDER],
            "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
        }
    ],
    UNICORN={"APPS": ["components"]},
)
sys.path.insert(0, str(FOLDER))
django.setup()


def register(request):
    return render(request, "page.html")


urlpatterns = [path("", register), path("unicorn/", include("django_unicorn.urls"))]

if __name__ == "__main__":
    execute_from_command_line(["guild", "runserver", "--noreload", f"127.0.0.1:{sys.argv[2]}"])
